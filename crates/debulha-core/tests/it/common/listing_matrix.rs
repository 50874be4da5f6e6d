//! Pages of our own with one listing each: the markups of highlighters and sites × programs × kinds of pages.

use std::fmt::Write as _;

/// A page, and the lines that a reader of it sees as code.
#[derive(Debug)]
pub struct ListingPage {
    /// `markup / program / context`.
    pub name: String,
    /// The page.
    pub html: String,
    /// The lines of the program, blank ones included.
    pub lines: &'static [&'static str],
}

/// What became of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// All lines that are not blank stand in a row, as they are.
    Whole,
    /// Some lines are there.
    Holes,
    /// Less than [`LOST_SHARE`] of the lines are there.
    Lost,
}

/// Share of the lines below which a listing is lost: a lone `}` may come from elsewhere.
pub const LOST_SHARE: f64 = 0.2;

impl ListingPage {
    /// What became of the listing in a page's text or Markdown. Blank lines and white space at ends of lines do not
    /// count, nor does indentation that all lines share: a listing in a list's item has that of the item.
    pub fn fate(&self, text: &str) -> Fate {
        let wanted: Vec<&str> = self.lines.iter().copied().filter(|line| !line.trim().is_empty()).collect();
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let starts = |at: usize| {
            let shift = lines[at].strip_suffix(wanted[0])?;
            let rest = lines.get(at..at + wanted.len())?;
            let same = |(line, wanted): (&&str, &&str)| line.strip_prefix(shift) == Some(*wanted);
            (shift.trim().is_empty() && rest.iter().zip(&wanted).all(same)).then_some(())
        };
        if (0..lines.len()).any(|at| starts(at).is_some()) {
            return Fate::Whole;
        }
        let is_there = |line: &&&str| lines.iter().any(|found| found.trim() == line.trim());
        let there = wanted.iter().filter(is_there).count();
        if there as f64 >= LOST_SHARE * wanted.len() as f64 { Fate::Holes } else { Fate::Lost }
    }
}

/// The pages, by markup, then program, then context; those of the first [`BASIC_MARKUPS`] markups come first.
pub fn pages() -> Vec<ListingPage> {
    let mut pages = Vec::new();
    for (markup, write) in MARKUPS {
        for (language, lines) in PROGRAMS {
            for (context, place) in CONTEXTS {
                pages.push(ListingPage {
                    name: format!("{markup} / {language} / {context}"),
                    html: place(&write(lines, language)),
                    lines,
                });
            }
        }
    }
    pages
}

/// The nine markups that are met most; with them there are 180 pages.
pub const BASIC_MARKUPS: usize = 9;

const PROGRAMS: &[(&str, &[&str])] = &[
    (
        "python",
        &[
            "import os",
            "import sys",
            "",
            "def open_gate(level, gate=None):",
            "    if gate is None:",
            "        gate = os.environ.get('GATE', \"upper\")",
            "    for step in range(level):",
            "        turn_wheel(gate, step)",
            "",
            "    return level * 2",
            "",
            "if __name__ == '__main__':",
            "    print(open_gate(int(sys.argv[1])))",
        ],
    ),
    (
        "javascript",
        &[
            "const mill = require('mill');",
            "",
            "async function grind(sacks) {",
            "  for (let i = 0; i < 3; i++) {",
            "    try {",
            "      await mill.start(sacks);",
            "      return true;",
            "    } catch (err) {",
            "      await rest(1000);",
            "    }",
            "  }",
            "  return false;",
            "}",
            "",
            "module.exports = { grind };",
        ],
    ),
    (
        "yaml",
        &[
            "name: mill",
            "on:",
            "  push:",
            "    branches: [main]",
            "jobs:",
            "  build:",
            "    runs-on: ubuntu-latest",
            "    steps:",
            "      - uses: actions/checkout@v4",
            "      - run: make test",
            "      - run: make grind",
        ],
    ),
    (
        "bash",
        &[
            "#!/bin/sh",
            "set -e",
            "",
            "for sack in rye oats barley; do",
            "  if [ -f \"$sack.txt\" ]; then",
            "    cat \"$sack.txt\" | sort -n > out && mv out \"$sack.txt\"",
            "  fi",
            "done",
            "echo done",
        ],
    ),
];

type Write = fn(&[&str], &str) -> String;

const MARKUPS: &[(&str, Write)] = &[
    ("pre code", |lines, language| {
        format!("<pre><code class='language-{language}'>{}\n</code></pre>", escaped(&lines.join("\n")))
    }),
    ("toolbar with title", |lines, language| {
        format!(
            "<div class='code-toolbar'><div class='code-header'><span>mill/gate.txt</span><button>Copy</button></div>
            <pre class='language-{language}'><code>{}</code></pre>
            <div class='toolbar'><div class='toolbar-item'><span>{language}</span></div><div class='toolbar-item'><button>Copy</button></div></div></div>",
            tokens(&lines.join("\n"))
        )
    }),
    ("docusaurus", |lines, language| {
        let lines = each(lines, |_, line| {
            format!(
                "<span class='token-line' style='color:#393A34'><span class='token plain'>{}</span><br></span>",
                escaped(line)
            )
        });
        format!(
            "<div class='language-{language} codeBlockContainer_x1'><div class='codeBlockContent_x2'><pre tabindex='0' class='prism-code language-{language}'>\
            <code class='codeBlockLines_x3'>{lines}</code></pre><div class='buttonGroup_x4'><button type='button' aria-label='Copy code'><span><svg></svg></span></button></div></div></div>"
        )
    }),
    ("expressive code", |lines, language| {
        let lines = each(lines, |_, line| {
            format!(
                "<div class='ec-line'><div class='code'><span style='--0:#D6DEEB'>{}</span></div></div>",
                escaped(line)
            )
        });
        format!(
            "<div class='expressive-code'><figure class='frame'><figcaption class='header'></figcaption><pre data-language='{language}'><code>{lines}</code></pre>\
            <div class='copy'><button title='Copy to clipboard' data-copied='Copied!'><div></div></button></div></figure></div>"
        )
    }),
    ("syntaxhighlighter", |lines, language| {
        let numbers = each(lines, |number, _| {
            format!("<div class='line number{number} index{number} alt1'>{number}</div>")
        });
        let lines = each(lines, |number, line| {
            let text = line.trim_start();
            let space = "&nbsp;".repeat(line.len() - text.len());
            let text = if text.is_empty() { "&nbsp;" } else { &escaped(text) };
            format!(
                "<div class='line number{number} alt2'><code class='{language} spaces'>{space}</code><code class='{language} plain'>{text}</code></div>"
            )
        });
        format!(
            "<div><div class='syntaxhighlighter {language}'><div class='toolbar'><span><a href='#' class='toolbar_item help'>?</a></span></div><table border='0'><tbody><tr>\
            <td class='gutter'>{numbers}</td><td class='code'><div class='container'>{lines}</div></td></tr></tbody></table></div></div>"
        )
    }),
    ("blob table", |lines, _| {
        let rows = each(lines, |number, line| {
            format!(
                "<tr><td id='L{number}' class='blob-num js-line-number' data-line-number='{number}'></td><td id='LC{number}' class='blob-code blob-code-inner js-file-line'>{}</td></tr>",
                tokens(line)
            )
        });
        format!(
            "<div class='blob-wrapper'><table class='highlight tab-size' data-tab-size='8'>{rows}</table></div>"
        )
    }),
    ("numbered by script", |lines, language| {
        let rows = each(lines, |number, line| {
            format!(
                "<tr><td class='hljs-ln-line hljs-ln-numbers' data-line-number='{number}'><div class='hljs-ln-n' data-line-number='{number}'></div></td>\
                <td class='hljs-ln-line hljs-ln-code' data-line-number='{number}'>{}</td></tr>",
                if line.is_empty() { " ".to_owned() } else { tokens(line) }
            )
        });
        format!(
            "<pre><code class='hljs {language}'><table class='hljs-ln'><tbody>{rows}</tbody></table></code></pre>"
        )
    }),
    ("pygments table", |lines, language| {
        let numbers: Vec<String> =
            (1..=lines.len()).map(|number| format!("<span class='normal'>{number}</span>")).collect();
        format!(
            "<div class='highlight-{language} notranslate'><table class='highlighttable'><tr><td class='linenos'><div class='linenodiv'><pre>{}</pre></div></td>\
            <td class='code'><div><pre><span></span><code>{}\n</code></pre></div></td></tr></table></div>",
            numbers.join("\n"),
            tokens(&lines.join("\n"))
        )
    }),
    ("code a line", |lines, language| {
        let numbers = "<li></li>".repeat(lines.len());
        let codes = each(lines, |_, line| {
            let line = if line.is_empty() { "<br>".to_owned() } else { escaped(line) };
            format!("<code><span class='code-snippet_outer'>{line}</span></code>")
        });
        format!(
            "<section class='code-snippet__fix code-snippet__js'><ul class='code-snippet__line-index code-snippet__js'>{numbers}</ul>\
            <pre class='code-snippet__js' data-lang='{language}'>{codes}</pre></section>"
        )
    }),
    ("hexo", |lines, language| {
        let numbers = each(lines, |number, _| format!("<span class='line'>{number}</span><br>"));
        let lines = each(lines, |_, line| format!("<span class='line'>{}</span><br>", tokens(line)));
        format!(
            "<figure class='highlight {language}'><figcaption><span>gate.txt</span></figcaption><table><tr><td class='gutter'><pre>{numbers}</pre></td>\
            <td class='code'><pre>{lines}</pre></td></tr></table></figure>"
        )
    }),
    ("rouge table", |lines, language| {
        let numbers: Vec<String> = (1..=lines.len()).map(|number| number.to_string()).collect();
        format!(
            "<div class='language-{language} highlighter-rouge'><div class='highlight'><pre class='highlight'><code><table class='rouge-table'><tbody><tr>\
            <td class='gutter gl'><pre class='lineno'>{}\n</pre></td><td class='code'><pre>{}\n</pre></td></tr></tbody></table></code></pre></div></div>",
            numbers.join("\n"),
            tokens(&lines.join("\n"))
        )
    }),
    ("shiki", |lines, language| {
        let lines: Vec<String> =
            lines.iter().map(|line| format!("<span class='line'>{}</span>", tokens(line))).collect();
        format!(
            "<div class='language-{language}'><button title='Copy Code' class='copy'></button><span class='lang'>{language}</span>\
            <pre class='shiki' tabindex='0'><code>{}</code></pre></div>",
            lines.join("\n")
        )
    }),
    ("shiki without line breaks", |lines, language| {
        let lines = each(lines, |_, line| format!("<span data-line=''>{}</span>", tokens(line)));
        format!(
            "<pre class='shiki' data-language='{language}'><code style='display:grid'>{lines}</code></pre>"
        )
    }),
    ("chroma table", |lines, language| {
        let numbers = each(lines, |number, _| format!("<span class='lnt'>{number:2}\n</span>"));
        let lines = each(lines, |_, line| {
            format!("<span class='line'><span class='cl'>{}\n</span></span>", tokens(line))
        });
        format!(
            "<div class='highlight'><div class='chroma'><table class='lntable'><tr><td class='lntd'><pre tabindex='0' class='chroma'><code>{numbers}</code></pre></td>\
            <td class='lntd'><pre tabindex='0' class='chroma'><code class='language-{language}' data-lang='{language}'>{lines}</code></pre></td></tr></table></div></div>"
        )
    }),
    ("prettify", |lines, language| {
        let items = each(lines, |number, line| format!("<li class='L{}'>{}</li>", number % 10, tokens(line)));
        format!(
            "<pre class='prettyprint lang-{language} linenums prettyprinted'><ol class='linenums'>{items}</ol></pre>"
        )
    }),
    ("code with br", |lines, _| {
        let lines: Vec<String> =
            lines.iter().map(|line| escaped(line).replace("  ", "&nbsp;&nbsp;")).collect();
        format!("<div class='command'><code>{}</code></div>", lines.join("<br>\n"))
    }),
    ("list of lines", |lines, language| {
        let items = each(lines, |number, line| {
            let line = escaped(line).replace("  ", "&nbsp;&nbsp;");
            format!("<li class='{}'><span>{line}&nbsp;</span></li>", if number % 2 == 0 { "" } else { "alt" })
        });
        format!(
            "<div class='dp-highlighter bg_{language}'><ol start='1' class='dp-{language}'>{items}</ol></div>"
        )
    }),
    ("monaco", |lines, language| {
        let line = |number: usize, line: &str| {
            let line = escaped(line).replace(' ', "&nbsp;");
            format!(
                "<div style='top:{}px;height:19px;' class='view-line'><span><span class='mtk1'>{line}</span></span></div>",
                19 * number
            )
        };
        // The editor recycles the elements of lines: the last ones come first.
        let half = lines.len() / 2;
        let numbered = || lines.iter().enumerate();
        let lines: Vec<String> = numbered()
            .skip(half)
            .chain(numbered().take(half))
            .map(|(number, text)| line(number, text))
            .collect();
        format!(
            "<div class='monaco-editor' data-mode-id='{language}'><div class='lines-content'><div class='view-lines'>{}</div></div></div>",
            lines.concat()
        )
    }),
    ("codemirror", |lines, _| {
        let lines = each(lines, |number, line| {
            let line = if line.is_empty() { "\u{200b}".to_owned() } else { escaped(line) };
            format!(
                "<div style='position: relative;'><div class='CodeMirror-gutter-wrapper'><div class='CodeMirror-linenumber CodeMirror-gutter-elt'>{number}</div></div>\
                <pre class=' CodeMirror-line ' role='presentation'><span role='presentation'>{line}</span></pre></div>"
            )
        });
        format!(
            "<div class='CodeMirror'><div class='CodeMirror-lines'><div class='CodeMirror-code'>{lines}</div></div></div>"
        )
    }),
    ("crayon", |lines, _| {
        let numbers = each(lines, |number, _| {
            format!("<div class='crayon-num' data-line='crayon-{number}'>{number}</div>")
        });
        let lines = each(lines, |number, line| {
            format!(
                "<div class='crayon-line' id='crayon-{number}'>{}</div>",
                if line.is_empty() { "&nbsp;".to_owned() } else { tokens(line) }
            )
        });
        format!(
            "<div class='crayon-syntax'><div class='crayon-toolbar'><span class='crayon-title'></span></div><div class='crayon-main'><table class='crayon-table'><tr class='crayon-row'>\
            <td class='crayon-nums'><div class='crayon-nums-content'>{numbers}</div></td><td class='crayon-code'><div class='crayon-pre'>{lines}</div></td></tr></table></div></div>"
        )
    }),
    ("lines of code in cells", |lines, _| {
        let rows = each(lines, |number, line| {
            format!(
                "<tr><td class='lines-num'><span id='L{number}' data-line-number='{number}'></span></td><td class='lines-code chroma'><code class='code-inner'>{}\n</code></td></tr>",
                tokens(line)
            )
        });
        format!("<div class='file-view code-view'><table><tbody>{rows}</tbody></table></div>")
    }),
    ("pasted from an editor", |lines, _| {
        let lines = each(lines, |_, line| {
            if line.is_empty() {
                "<br>".to_owned()
            } else {
                format!("<div><span style='color: #569cd6;'>{}</span></div>", escaped(line))
            }
        });
        format!(
            "<div style=\"color: #d4d4d4;font-family: Menlo, Monaco, 'Courier New', monospace;font-size: 12px;white-space: pre;\">{lines}</div>"
        )
    }),
    ("react highlighter", |lines, language| {
        let lines = each(lines, |number, line| {
            format!(
                "<span class='linenumber react-syntax-highlighter-line-number' style='user-select:none'>{number:2} </span>{}\n",
                tokens(line)
            )
        });
        format!(
            "<pre style='display:block;overflow-x:auto'><code class='language-{language}' style='white-space:pre'>{lines}</code></pre>"
        )
    }),
    ("code header", |lines, language| {
        format!(
            "<div class='code-example'><div class='example-header'><span class='language-name'>{language}</span><button type='button' class='icon copy-icon'><span class='visually-hidden'>Copy to Clipboard</span></button></div>\
            <pre class='brush: {language} notranslate'><code>{}\n</code></pre></div>",
            tokens(&lines.join("\n"))
        )
    }),
    ("div a line with numbers", |lines, language| {
        let lines = each(lines, |number, line| {
            format!("<div class='row'><a href='#l{number}'>{number}</a><span>{}</span></div>", tokens(line))
        });
        format!("<pre class='listing {language}'>{lines}</pre>")
    }),
];

type Place = fn(&str) -> String;

const CONTEXTS: &[(&str, Place)] = &[
    ("article", |listing| {
        page(
            "The mill that came back",
            &format!(
                "<main><article class='post'><h1>The mill that came back</h1><p>{STORY_1}</p><p>{STORY_2}</p><p>One of the pupils wrote this to run it from afar:</p>
                {listing}<p>{STORY_3}</p><p>{STORY_4}</p></article></main><aside class='sidebar'><h3>Most read</h3><ul><li><a href='/a1'>Bridge closed</a></li><li><a href='/a2'>New bus line</a></li></ul></aside>"
            ),
        )
    }),
    ("documentation", |listing| {
        page(
            "Gates | Mill manual",
            &format!(
                "<div class='layout'><nav class='menu'><ul><li><a href='/docs'>Introduction</a></li><li><a href='/docs/gates'>Gates</a></li><li><a href='/docs/belts'>Belts</a></li></ul></nav>
                <main><div class='markdown'><h1>Gates<a class='headerlink' href='#gates'>¶</a></h1><p>A gate lets water onto the wheel. Its level is a number from zero to nine.</p>
                <h2>Use</h2><p>Open a gate slowly:</p>{listing}<p>The belt must run before the gate opens, or it slips.</p><h2>See also</h2><ul><li><a href='/docs/belts'>Belts</a></li></ul></div></main></div>"
            ),
        )
    }),
    ("answer", |listing| {
        page(
            "How do I open the gate step by step? - Mill answers",
            &format!(
                "<div id='content'><div class='question'><h1>How do I open the gate step by step?</h1><div class='votes'>12</div><div class='post-body'><p>My wheel jumps when the gate opens at once. Is there a way to do it in steps, without a second motor?</p></div><div class='user'>asked by <a href='/u/1'>Rosa</a></div></div>
                <div class='answers'><h2>2 Answers</h2><div class='answer'><div class='votes'>31</div><div class='post-body'><p>Yes, do it in a loop and wait after each turn. I have run it like this for a year:</p>{listing}<p>Do not forget to oil the wheel first.</p></div><div class='user'>answered by <a href='/u/2'>Tomas</a></div></div>
                <div class='answer'><div class='votes'>4</div><div class='post-body'><p>A second gate further up does the same, and needs no program at all. It costs more, though.</p></div><div class='user'>answered by <a href='/u/3'>Ruth</a></div></div></div></div>"
            ),
        )
    }),
    ("blog with comments", |listing| {
        page(
            "A gate in steps – Mill notes",
            &format!(
                "<div id='primary'><div class='post'><h2 class='entry-title'>A gate in steps</h2><div class='entry-meta'>Posted on <a href='/p'>April 3, 2021</a> by <a href='/u'>Ada</a></div><div class='entry-content'><p>{STORY_1}</p><p>Here is what I use now:</p>{listing}<p>{STORY_3}</p></div></div>
                <div id='comments'><h3>3 Responses</h3><ol class='commentlist'><li class='comment'><cite>Jo</cite><p>Nice, thank you!</p></li><li class='comment'><cite>Max</cite><p>Works here as well, with a small change.</p></li><li class='comment'><cite>Eva</cite><p>Where do I get the wheel?</p></li></ol></div></div>"
            ),
        )
    }),
    ("step of a list", |listing| {
        page(
            "Set up the mill",
            &format!(
                "<main><article><h1>Set up the mill</h1><p>{STORY_2}</p><ol><li><p>Oil the wheel and check that no stone lies in the race.</p></li><li><p>Write this to a file of its own:</p><div class='tabs'><div class='tab'>{listing}</div></div></li><li><p>Start it and stay beside the wheel until it turns evenly.</p></li></ol><p>{STORY_4}</p></article></main>"
            ),
        )
    }),
];

const STORY_1: &str = "The old mill by the river had stood still for thirty years when the parish asked whether anyone wanted to have it. Nobody came at first, because the roof leaked and the race was full of stones.";
const STORY_2: &str = "In the end a retired carpenter and two of her pupils took it on. They cleared the race, measured each gear, and wrote down how the wheel had once been hung, so that others could mend theirs.";
const STORY_3: &str = "The first trial was on a cold morning in March. The belt slipped twice, the gate stuck half open, and most people had gone home when the first sack of rye came through.";
const STORY_4: &str = "Since then the group has ground for three bakeries, and its notes are read by people in nine countries who look after machines of the same make.";

fn page(title: &str, content: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>{title}</title></head><body>
        <header><div class='logo'><a href='/'>Vale mills</a></div><nav><ul><li><a href='/news'>News</a></li><li><a href='/visit'>Visit</a></li><li><a href='/shop'>Shop</a></li></ul></nav></header>
        {content}<footer><ul><li><a href='/about'>About us</a></li><li><a href='/privacy'>Privacy policy</a></li></ul><p>© 2024 Vale mills. All rights reserved.</p></footer></body></html>"
    )
}

/// The markup of all lines, numbered from 1.
fn each(lines: &[&str], write: impl Fn(usize, &str) -> String) -> String {
    lines.iter().enumerate().map(|(index, line)| write(index + 1, line)).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#x27;")
}

/// Escaped text with an element around each word, as highlighters write it.
fn tokens(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            let _ = write!(out, "<span class='k'>{word}</span>");
            word.clear();
        }
        out.push_str(&escaped(&c.to_string()));
    }
    out.pop();
    out
}
