//! Words and class names of the furniture of code: evidence beside structure, never alone.

/// Class tokens of elements that hold line numbers, by the highlighters that write them: Pygments, Rouge, Hexo and
/// `SyntaxHighlighter`, Chroma, Prism, highlightjs-line-numbers, GitHub, GitLab, Gitea, Crayon, react-syntax-highlighter,
/// prism-react-renderer, `CodeMirror`, Monaco, Ace, Expressive Code, cgit.
pub(super) fn is_gutter_class(class: &str) -> bool {
    matches!(
        class,
        "linenos"
            | "linenodiv"
            | "lineno"
            | "linenumber"
            | "linenumbers"
            | "line-numbers"
            | "lineNumber"
            | "line_number"
            | "line_numbers"
            | "rouge-gutter"
            | "gutter"
            | "lnt"
            | "ln"
            | "ln-num"
            | "line-num"
            | "line-nums"
            | "lines-num"
            | "line-numbers-rows"
            | "line-number"
            | "diff-line-num"
            | "hljs-ln-numbers"
            | "hljs-ln-n"
            | "blob-num"
            | "react-line-number"
            | "react-line-numbers"
            | "crayon-nums"
            | "crayon-num"
            | "crayon-nums-content"
            | "CodeMirror-linenumber"
            | "CodeMirror-gutter-wrapper"
            | "cm-gutters"
            | "cm-gutterElement"
            | "ace_gutter-cell"
            | "react-syntax-highlighter-line-number"
    ) || class.starts_with("codeLineNumber")
}

/// Class tokens of elements that are one line of an editor or highlighter each, where no `pre` or `code` says so.
pub(super) fn is_editor_line_class(class: &str) -> bool {
    matches!(
        class,
        "CodeMirror-line"
            | "cm-line"
            | "view-line"
            | "ace_line"
            | "crayon-line"
            | "react-file-line"
            | "react-code-line-contents"
            | "token-line"
            | "ec-line"
            | "code-line"
            | "hljs-ln-line"
            | "enlighter-line"
    )
}

/// Whether a class token speaks of lines: `line`, `token-line`, `codeLine`, `code-snippet_outer`.
pub(super) fn is_line_class(class: &str) -> bool {
    class.contains("line") || class.contains("Line") || matches!(class, "code-snippet_outer" | "row" | "cl")
}

/// Whether a class token speaks of a file's name or a title of code.
pub(super) fn is_title_class(class: &str) -> bool {
    ["title", "Title", "filename", "file-name", "fileName", "file_name", "caption", "filepath"]
        .iter()
        .any(|word| class.contains(word))
}

/// Whether a text, in lower case and without signs at its end, is what a control beside code says.
pub(super) fn is_action(text: &str) -> bool {
    ACTIONS.contains(&text)
        || text.strip_prefix("copy ").is_some_and(|rest| rest.split(' ').count() <= MAX_COPY_WORDS)
}

/// Maximum words after "copy" in the name of a control. "Copy code to clipboard" has three; more words are an
/// instruction to the reader ("copy the file to the other machine").
const MAX_COPY_WORDS: usize = 3;

const ACTIONS: [&str; 78] = [
    "?",
    "copy",
    "copied",
    "copy code",
    "copy to clipboard",
    "clipboard",
    "raw",
    "view raw",
    "view plain",
    "plain text",
    "toggle plain",
    "print",
    "wrap",
    "wrap lines",
    "toggle word wrap",
    "word wrap",
    "run",
    "run code",
    "run it",
    "edit",
    "edit code",
    "play",
    "try it",
    "try it yourself",
    "try it out",
    "open in playground",
    "open in new window",
    "open in editor",
    "open in colab",
    "open",
    "expand",
    "expand code",
    "collapse",
    "collapse code",
    "expand all",
    "show more",
    "show less",
    "show all",
    "hide",
    "hide code",
    "show code",
    "toggle",
    "download",
    "download code",
    "view",
    "view code",
    "view source",
    "view on github",
    "see on github",
    "source",
    "explain",
    "explain code",
    "ask ai",
    "code",
    "terminal window",
    "enter fullscreen mode",
    "exit fullscreen mode",
    "fullscreen",
    "full screen",
    "toggle line numbers",
    "line numbers",
    "light mode",
    "dark mode",
    "permalink",
    "share",
    "save",
    "embed",
    "复制",
    "复制代码",
    "拷贝",
    "コピー",
    "kopieren",
    "code kopieren",
    "copier",
    "copier le code",
    "copiar",
    "copia",
    "копировать",
];

/// Names of languages as labels of code write them, in lower case; `None` where a text is none of these.
pub fn language_name(text: &str) -> Option<String> {
    let name = text.trim().trim_end_matches(':').to_lowercase();
    LANGUAGES.contains(&name.as_str()).then_some(name)
}

const LANGUAGES: [&str; 104] = [
    "ada",
    "apache",
    "applescript",
    "asm",
    "assembly",
    "astro",
    "awk",
    "bash",
    "basic",
    "bat",
    "batch",
    "c",
    "c#",
    "c++",
    "clojure",
    "cmake",
    "cmd",
    "cobol",
    "coffeescript",
    "console",
    "cpp",
    "crystal",
    "csharp",
    "css",
    "csv",
    "cuda",
    "d",
    "dart",
    "diff",
    "docker",
    "dockerfile",
    "elixir",
    "elm",
    "erlang",
    "f#",
    "fortran",
    "fsharp",
    "gherkin",
    "go",
    "golang",
    "graphql",
    "groovy",
    "haskell",
    "hcl",
    "html",
    "http",
    "ini",
    "java",
    "javascript",
    "js",
    "json",
    "json5",
    "jsonc",
    "jsx",
    "julia",
    "kotlin",
    "latex",
    "less",
    "lisp",
    "lua",
    "makefile",
    "markdown",
    "matlab",
    "md",
    "mermaid",
    "mysql",
    "nginx",
    "nim",
    "nix",
    "objective-c",
    "ocaml",
    "pascal",
    "perl",
    "php",
    "plaintext",
    "postgresql",
    "powershell",
    "prolog",
    "protobuf",
    "py",
    "python",
    "r",
    "rb",
    "ruby",
    "rs",
    "rust",
    "sass",
    "scala",
    "scheme",
    "scss",
    "sh",
    "shell",
    "solidity",
    "sql",
    "svelte",
    "swift",
    "text",
    "toml",
    "ts",
    "tsx",
    "typescript",
    "vue",
    "xml",
    "yaml",
];

/// Whether a text is the name of a file: one word with an ending, or a path.
pub(super) fn is_file_name(text: &str) -> bool {
    let text = text.trim();
    let Some((stem, ending)) = text.rsplit_once(['.', '/']) else { return false };
    !text.contains(char::is_whitespace)
        && (!stem.is_empty() || !ending.is_empty())
        && text.chars().all(|c| c.is_alphanumeric() || "._-/\\@+[]()".contains(c))
        && ending.len() <= MAX_ENDING_CHARS
}

/// Maximum bytes of a file's ending, or of its name where it has none, as of `bin/docker-compose`. A longer one is a
/// word of a path in prose.
const MAX_ENDING_CHARS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_languages_and_files_are_told_apart() {
        assert!(
            is_action("copy")
                && is_action("copy snippet")
                && !is_action("copy the file to the other machine")
        );
        assert_eq!(language_name(" C++:").as_deref(), Some("c++"));
        assert_eq!(language_name("Pythonic"), None);
        assert!(is_file_name("src/pump.py") && is_file_name(".env") && is_file_name("/etc/hosts"));
        assert!(!is_file_name("Python") && !is_file_name("the end.") && !is_file_name("see pump.py"));
    }

    #[test]
    fn copies_and_endings_end_at_their_limits() {
        let copy = |words: usize| is_action(&format!("copy{}", " rye".repeat(words)));
        assert_eq!((copy(MAX_COPY_WORDS), copy(MAX_COPY_WORDS + 1)), (true, false));
        let file = |letters: usize| is_file_name(&format!("rye.{}", "x".repeat(letters)));
        assert_eq!((file(MAX_ENDING_CHARS), file(MAX_ENDING_CHARS + 1)), (true, false));
    }
}
