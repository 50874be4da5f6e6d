//! Pages that make a careless parser slow, in any size.

/// A family of pages.
pub(crate) struct Family {
    /// What a page is made of, `n` being its size.
    pub(crate) name: &'static str,
    /// The larger of the two sizes that are measured; the smaller is a tenth.
    pub(crate) size: usize,
    pub(crate) make: fn(usize) -> String,
}

const fn family(name: &'static str, size: usize, make: fn(usize) -> String) -> Family {
    Family { name, size, make }
}

/// Each family aims at one loop of the standard's algorithm: over the stack of open elements, the list of active
/// formatting elements, an element's attributes, or the input.
pub(crate) const FAMILIES: &[Family] = &[
    // Depth, and searches of the stack of open elements.
    family("<div>*n", 1_000_000, |n| "<div>".repeat(n)),
    family("<div>*n </div>*n", 1_000_000, |n| "<div>".repeat(n) + &"</div>".repeat(n)),
    family("<div>*n <li></li>*n", 100_000, |n| "<div>".repeat(n) + &"<li></li>".repeat(n)),
    family("<div>*n <dd><dt>*n", 100_000, |n| "<div>".repeat(n) + &"<dd><dt>".repeat(n)),
    family("<dd><div>*n", 100_000, |n| "<dd><div>".repeat(n)),
    family("<span>*n <div></div>*n", 100_000, |n| "<span>".repeat(n) + &"<div></div>".repeat(n)),
    family("<span>*n <table></table>*n", 100_000, |n| "<span>".repeat(n) + &"<table></table>".repeat(n)),
    family("<span>*n </x>*n", 100_000, |n| "<span>".repeat(n) + &"</x>".repeat(n)),
    family("<span>*n </p>*n", 100_000, |n| "<span>".repeat(n) + &"</p>".repeat(n)),
    family("<svg><g>*n </x>*n", 100_000, |n| "<svg>".to_owned() + &"<g>".repeat(n) + &"</x>".repeat(n)),
    family("<svg><foreignObject>*n", 100_000, |n| "<svg><foreignObject>".repeat(n)),
    family("<button>*n", 100_000, |n| "<button>".repeat(n)),
    family("<button><object>*n", 100_000, |n| "<button><object>".repeat(n)),
    family("<form>*n", 1_000_000, |n| "<form>".repeat(n)),
    family("<form><div></form>*n", 100_000, |n| "<form><div></form>".repeat(n)),
    family("<template>*n", 100_000, |n| "<template>".repeat(n)),
    family("<select>*n", 100_000, |n| "<select>".repeat(n)),
    family("<select><option>*n", 1_000_000, |n| "<select>".to_owned() + &"<option>".repeat(n)),
    family("<frameset>*n", 1_000_000, |n| "<frameset>".repeat(n)),
    family("<h1><h2>*n", 100_000, |n| "<h1><h2>".repeat(n)),
    family("<h1><div>*n </h2>*n", 100_000, |n| "<h1><div>".repeat(n) + &"</h2>".repeat(n)),
    family("<ruby><rt>*n", 100_000, |n| "<ruby><rt>".repeat(n)),
    family("<ruby>*n <rtc><rt>*n", 100_000, |n| "<ruby>".repeat(n) + &"<rtc><rt>".repeat(n)),
    family("<p>*n", 1_000_000, |n| "<p>".repeat(n)),
    family("</p>*n", 1_000_000, |n| "</p>".repeat(n)),
    // Tables and foster parenting.
    family("<table> x<i></i>*n", 500_000, |n| "<table>".to_owned() + &"x<i></i>".repeat(n)),
    family("<table> x<tr>*n", 500_000, |n| "<table>".to_owned() + &"x<tr>".repeat(n)),
    family("<table><b> x<tr>*n", 100_000, |n| "<table><b>".to_owned() + &"x<tr>".repeat(n)),
    family("<table><tr><td>*n", 100_000, |n| "<table><tr><td>".repeat(n)),
    family("<table>*n", 100_000, |n| "<table>".repeat(n)),
    // The list of active formatting elements.
    family("<b id=i>*n", 30_000, |n| numbered("<b id={i}>", n)),
    family("<p> <b id=i>*n <p>x*n", 2_000, |n| {
        "<p>".to_owned() + &numbered("<b id={i}>", n) + &"<p>x".repeat(n)
    }),
    family("<b><div>*n </b>*n", 30_000, |n| "<b><div>".repeat(n) + &"</b>".repeat(n)),
    family("<b>*n <p>*n </b>*n", 30_000, |n| "<b>".repeat(n) + &"<p>".repeat(n) + &"</b>".repeat(n)),
    family("<b id=i>*n <p></b>*n", 10_000, |n| numbered("<b id={i}>", n) + &"<p></b>".repeat(n)),
    family("<b><i><p></b></i>*n", 100_000, |n| "<b><i><p></b></i>".repeat(n)),
    family("<a>*n <div>", 1_000_000, |n| "<a>".repeat(n) + "<div>"),
    family("<a><div>*n", 100_000, |n| "<a><div>".repeat(n)),
    family("<a><table>*n", 30_000, |n| "<a><table>".repeat(n)),
    family("<nobr>*n", 1_000_000, |n| "<nobr>".repeat(n)),
    family("<nobr><div>*n", 100_000, |n| "<nobr><div>".repeat(n)),
    family("<b><object>*n", 100_000, |n| "<b><object>".repeat(n)),
    // Attributes and names.
    family("<p a0 a1 .. an>", 1_000_000, |n| "<p".to_owned() + &numbered(" a{i}", n) + ">"),
    family("<p a a .. a>", 1_000_000, |n| "<p".to_owned() + &" a".repeat(n) + ">"),
    family("<p a0=v a1=v .. an=v>", 1_000_000, |n| "<p".to_owned() + &numbered(" a{i}=v", n) + ">"),
    family("<html ai>*n", 100_000, |n| numbered("<html a{i}>", n)),
    family("<body ai>*n", 100_000, |n| numbered("<body a{i}>", n)),
    family("<xi></xi>*n", 500_000, |n| numbered("<x{i}></x{i}>", n)),
    family("<p><xi>*n", 500_000, |n| numbered("<p><x{i}>", n)),
    family("<p ai>*n", 500_000, |n| numbered("<p a{i}>", n)),
    family("<xx..x> of n bytes", 50_000_000, |n| format!("<{}>", "x".repeat(n))),
    family("<p aa..a> of n bytes", 50_000_000, |n| format!("<p {}>", "a".repeat(n))),
    family("<p a=vv..v> of n bytes", 50_000_000, |n| format!("<p a={}>", "v".repeat(n))),
    // The tokenizer.
    family("<!--*n", 5_000_000, |n| "<!--".repeat(n)),
    family("<!-- --!*n", 5_000_000, |n| "<!--".to_owned() + &"--!".repeat(n)),
    family("<title>*n", 5_000_000, |n| "<title>".repeat(n)),
    family("<title> </titl*n", 5_000_000, |n| "<title>".to_owned() + &"</titl".repeat(n)),
    family("<script>*n", 5_000_000, |n| "<script>".repeat(n)),
    family("<script><!-- <script>*n", 5_000_000, |n| "<script><!--".to_owned() + &"<script>".repeat(n)),
    family("<script> </scrip*n", 5_000_000, |n| "<script>".to_owned() + &"</scrip".repeat(n)),
    family("<script><!--</script>*n", 1_000_000, |n| "<script><!--</script>".repeat(n)),
    family("<plaintext>*n", 5_000_000, |n| "<plaintext>".repeat(n)),
    family("<a href=\"*n", 1_000_000, |n| "<a href=\"".repeat(n)),
    family("<*n", 5_000_000, |n| "<".repeat(n)),
    family("<!doctype>*n", 1_000_000, |n| "<!doctype>".repeat(n)),
    family("&*n", 5_000_000, |n| "&".repeat(n)),
    family("&amp*n", 5_000_000, |n| "&amp".repeat(n)),
    family("&aa..a of n bytes", 50_000_000, |n| "&".to_owned() + &"a".repeat(n)),
    family("&#99..9 of n bytes", 50_000_000, |n| "&#".to_owned() + &"9".repeat(n)),
    family("<svg> <![CDATA[x]]>*n", 1_000_000, |n| "<svg>".to_owned() + &"<![CDATA[x]]>".repeat(n)),
    family("<svg> <![CDATA[*n", 1_000_000, |n| "<svg>".to_owned() + &"<![CDATA[".repeat(n)),
    family("NUL*n", 10_000_000, |n| "\0".repeat(n)),
    family("CR*n", 10_000_000, |n| "<p>".to_owned() + &"\r".repeat(n)),
    // What pages are made of.
    family("ordinary markup of n bytes", 100_000_000, ordinary),
];

/// The template `n` times, `{i}` in it being the number.
fn numbered(template: &str, n: usize) -> String {
    let mut page = String::new();
    for i in 0..n {
        page += &template.replace("{i}", &i.to_string());
    }
    page
}

/// Articles of a site, well-formed.
fn ordinary(bytes: usize) -> String {
    const ARTICLE: &str = r#"<article class="entry h-entry" id="e{i}">
  <h2><a href="/field/{i}?a=1&amp;b=2">Field {i}</a></h2>
  <p class="lead">Rye is sown in <b>autumn</b>, and reaped in July; oats &mdash; in <i>spring</i>.</p>
  <ul><li>Sheaf</li><li>Stook</li><li>Rick</li></ul>
  <img src="/img/{i}.jpg" alt="A field" width="640" height="480">
  <!-- entry {i} -->
</article>
"#;
    let mut page =
        "<!DOCTYPE html><html lang=en><head><title>Almanac</title></head><body><main>\n".to_owned();
    for i in 0.. {
        if page.len() >= bytes {
            break;
        }
        page += &ARTICLE.replace("{i}", &i.to_string());
    }
    page + "</main></body></html>\n"
}
