use super::*;
use debulha_core::Extractor;
use debulha_dom::{Document, Limits, parse};

/// 211 characters, 44 words, most of them frequent.
const STORY: &str = "It was the first time in many years that the old barn at the end of the road had been opened, \
    and all of us went there to see what was in it. There was not much to be seen: a few tools, a cart, and hay.";
/// 83 characters.
const LINE: &str = "There was not much to be seen: a few tools, a cart, and the hay of some other year.";
/// 95 characters without a frequent word.
const NAMES: &str =
    "Roberts Williams Anderson Jackson Peterson Thompson Robinson Mitchell Campbell Phillips Morrison";

fn parsed(html: &str) -> Document {
    parse(&format!("<html lang=en>{html}"), &Limits::default()).document
}

fn text(html: &str, params: JustextParams) -> String {
    let doc = parsed(html);
    let page = Page::new(&doc);
    Justext { params }.extract(&page, &mut Scratch::default()).labels().unwrap().plain_text(&page)
}

/// Characters, characters in links, and whether it is a heading, of each paragraph.
fn counts(html: &str) -> Vec<(u32, u32, bool)> {
    let doc = parsed(html);
    let paragraphs = Paragraphs::cut(&Page::new(&doc), 1);
    paragraphs.all.iter().map(|p| (p.chars, p.linked_chars, p.heading)).collect()
}

/// The class of each paragraph by itself.
fn alone(html: &str, params: JustextParams) -> Vec<&'static str> {
    let doc = parsed(html);
    let (_, classes) = Justext { params }.classify(&Page::new(&doc));
    classes.alone.iter().map(|class| class.name()).collect()
}

#[test]
fn blocks_and_double_breaks_cut() {
    assert_eq!(
        counts("a<p>bb</p>ccc<div>dddd"),
        [(1, 0, false), (2, 0, false), (3, 0, false), (4, 0, false)]
    );
    assert_eq!(counts("a<br>b<br><br>c<br> <br>d"), [(3, 0, false), (1, 0, false), (1, 0, false)]);
    assert_eq!(counts("a<br><i></i><br>b"), [(3, 0, false)], "a tag between breaks joins");
    assert_eq!(counts("<section>a</section><form>b</form>"), [(2, 0, false)], "neither cuts");
    assert_eq!(counts("<h2>a<span>b</span></h2>c"), [(2, 0, true), (1, 0, false)]);
}

#[test]
fn controls_are_taken_off() {
    assert_eq!(counts("<title>t</title><p>a<button>b</button><select><option>c</select>"), [(1, 0, false)]);
}

#[test]
fn white_space_between_elements_alone_is_lost() {
    assert_eq!(counts("<b>a</b> <i>b</i>"), [(2, 0, false)]);
    assert_eq!(counts("a<!-- --> <!-- -->b"), [(3, 0, false)], "a comment is no element");
    assert_eq!(counts("<b>a</b> <!-- -->b"), [(3, 0, false)]);
    assert_eq!(counts("  a \n <i>  b </i> "), [(3, 0, false)]);
}

#[test]
fn links_count_with_the_white_space_at_their_ends() {
    assert_eq!(counts("<p>ab <a href=x> cd  ef </a>"), [(8, 7, false)]);
    assert_eq!(counts("<a href=x><div>ab</div></a>"), [(2, 2, false)]);
}

#[test]
fn classes_by_itself() {
    let default = JustextParams::default;
    assert_eq!(
        alone(&format!("<p>{STORY}<p>{LINE}<p>{NAMES}<p>ab"), default()),
        ["good", "near-good", "bad", "short"]
    );
    let linked = format!("<p>{STORY} <a href=x>{LINE}</a><p>ab <a href=x>c</a>d<p>{STORY} &copy; 2011");
    assert_eq!(alone(&linked, default()), ["bad", "bad", "bad"]);
    assert_eq!(alone(&format!("<p>{STORY} &amp;copy; 2011"), default()), ["bad"]);
    // One link of five characters among short text.
    assert_eq!(alone("<p>twenty characters or so <a href=x>five!</a>", default()), ["bad"]);
}

#[test]
fn thresholds_are_met_as_the_program_meets_them() {
    let at = |length_low, length_high| JustextParams { length_low, length_high, ..JustextParams::default() };
    let chars = STORY.len() as u32;
    let story = format!("<p>{STORY}");
    assert_eq!(alone(&story, at(chars, chars - 1)), ["good"]);
    assert_eq!(alone(&story, at(chars, chars)), ["near-good"]);
    assert_eq!(alone(&story, at(chars + 1, 0)), ["short"]);
}

#[test]
fn without_a_list_length_and_links_decide() {
    let none = JustextParams { language: StopWords::None, ..JustextParams::default() };
    assert_eq!(alone(&format!("<p>{NAMES}"), none.clone()), ["near-good"]);
    assert_eq!(alone(&format!("<p>{NAMES} {NAMES} {NAMES}"), none), ["good"]);
}

#[test]
fn ideographs_weigh_more_than_letters() {
    let html = format!("<p>{}", "麦".repeat(90));
    let weighed = |ideograph_weight| {
        let params =
            JustextParams { language: StopWords::None, ideograph_weight, ..JustextParams::default() };
        let doc = parsed(&html);
        Paragraphs::cut(&Page::new(&doc), params.ideograph_weight).all[0].chars
    };
    assert_eq!([1, 3].map(weighed), [90, 270]);
}

#[test]
fn headings_can_be_left_to_their_neighbours() {
    let html = format!("<p>{NAMES}<h2>An old barn</h2><p>{STORY}");
    assert_eq!(text(&html, JustextParams::default()), format!("An old barn\n{STORY}"));
    assert_eq!(text(&html, JustextParams { no_headings: true, ..JustextParams::default() }), STORY);
}

#[test]
fn why_names_the_class_and_what_revised_it() {
    let doc = parsed(&format!("<p>{NAMES}<h2>An old barn</h2><p>{STORY}<p>{LINE}<button>Go</button>"));
    let page = Page::new(&doc);
    let why = |start: &str| -> Vec<(&str, bool)> {
        let node = page.text_nodes().iter().find(|&&node| doc.text(node).starts_with(start));
        let reasons = Justext::default().why(&page, &mut Scratch::default(), *node.unwrap());
        reasons.iter().map(|reason| (reason.rule, reason.keeps)).collect()
    };
    assert_eq!(why("Roberts"), [("stop words", false)]);
    assert_eq!(why("An old"), [("length", false), ("heading", true)]);
    assert_eq!(why("It was"), [("stop words", true)]);
    assert_eq!(why("There"), [("stop words", false), ("neighbours", true)]);
    assert_eq!(why("Go"), [("paragraphs", false)]);
}
