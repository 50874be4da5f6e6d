//! Generated pages of any size, one family for each way in which pages grow.

/// Makes a page of about so many bytes.
pub type Generate = fn(usize) -> String;

/// The families by name.
pub const FAMILIES: &[(&str, Generate)] = &[
    ("deep", |bytes| repeated("<div>grain ", bytes)),
    ("wide", |bytes| repeated("<p>Rye is sown in autumn and reaped in July.</p>\n", bytes)),
    ("long_text", |bytes| repeated("Rye is sown in autumn, and reaped in July. ", bytes)),
    ("many_links", |bytes| repeated("<li><a href='/field/7'>Field seven</a></li>", bytes)),
    ("unclosed", |bytes| repeated("<p><b>bold <i>and <font color=red>red ", bytes)),
    ("many_br", |bytes| repeated("a line<br>another<br><br>", bytes)),
    ("big_table", |bytes| {
        format!("<table>{}</table>", repeated("<tr><td>Rye<td>12 t<td>Oats<td>9 t</tr>", bytes))
    }),
    ("nested_lists", |bytes| repeated("<ul><li>sheaf<li>stook", bytes)),
    ("nested_tables", |bytes| repeated("<table><tr><td>rick<td>", bytes)),
    ("foster_parented", |bytes| format!("<table>{}</table>", repeated("<b>stray</b><tr>text", bytes))),
    ("comments_and_scripts", |bytes| repeated("<!-- x --><script>a()</script>word ", bytes)),
    ("classes", |bytes| repeated("<span class='a b c' id=x style='color: red'>ear </span>", bytes)),
    ("code_lines", |bytes| format!("<pre>{}</pre>", repeated("<span>let</span> x = 1;\n", bytes))),
    ("headings", |bytes| repeated("<h2>Barley</h2><p>Short.<blockquote>Quoted.</blockquote>", bytes)),
    ("style_rules", |bytes| {
        let numbered = |before: &str, after: &str| {
            let parts: Vec<String> = (0..bytes / 64).map(|n| format!("{before}{n}{after}")).collect();
            parts.concat()
        };
        let rules = numbered(".r", " p{display:none}");
        let uses = numbered("<div class=r", "><p>hidden</div>shown");
        format!("<style>{rules}</style>{uses}")
    }),
    ("linked_images", |bytes| {
        let banner = "<img src='/ads/rye.gif' width=468 height=60 alt='Click here'>";
        repeated(&format!("<a href='/click?id=7'>{banner}ring<table><tr><td>"), bytes)
    }),
    ("entities", |bytes| repeated("&lt;p&gt; &eacute;&nbsp;&#8212; ", bytes)),
];

fn repeated(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes / unit.len() + 1)
}
