#![allow(clippy::unwrap_used)]

use super::*;
use crate::layout::{Layout, Rectangle};
use crate::page::{Evidence, Page, PageOptions};
use debulha_dom::{Limits, names, parse};
use std::fmt::Write as _;

fn of(html: &str) -> Vec<Form> {
    read(&parse(html, &Limits::default()).document)
}

/// A form a line: method, action, and each field as `name:control=value` with its options.
fn shown(html: &str) -> String {
    let mut text = String::new();
    for form in of(html) {
        let action = if form.node.is_some() { &form.action } else { "-" };
        let _ = write!(text, "{} {action}", form.method.name());
        for field in &form.fields {
            let _ = write!(text, " {}:{}={}", field.name, field.control.name(), field.value);
            for choice in &field.options {
                let mark = if choice.selected { "*" } else { "" };
                let group = choice.group.as_deref().unwrap_or_default();
                let _ = write!(text, "[{mark}{group}/{}/{}]", choice.value, choice.label);
            }
        }
        text.push('\n');
    }
    text
}

#[test]
fn fields_keep_their_order_and_values() {
    let html = "<form method=POST action=/go enctype=multipart/form-data accept-charset=latin1><input name=a value=1>\
        <input type=SEARCH name=q><input type=unheard name=u><input type=datetime name=d><input name=t type=textarea>\
        <textarea name=t rows=2>\nsome text</textarea><input type=image name=i><button>Go</button>\
        <button type=reset name=r></button></form>";
    assert_eq!(
        shown(html),
        "post /go a:text=1 q:search= u:text= d:datetime-local= t:text= t:textarea=some text i:image= :submit= \
         r:reset=\n"
    );
    let form = &of(html)[0];
    assert_eq!((form.encoding, form.accept_charset.as_deref()), (Encoding::Multipart, Some("latin1")));
}

#[test]
fn buttons_and_boxes_of_a_name_are_one_field() {
    let html = "<form><input type=radio name=in value=t><input type=radio name=in value=b checked>\
        <input type=checkbox name=kind><input type=checkbox name=kind value=inn><input type=checkbox name=one checked>\
        <input type=checkbox><input type=checkbox></form><form><input type=radio name=in value=other></form>";
    assert_eq!(
        shown(html),
        "get  in:radio=[/t/][*/b/] kind:checkbox=[/on/][/inn/] one:checkbox=[*/on/] :checkbox=[/on/] :checkbox=[/on/]\n\
         get  in:radio=[/other/]\n"
    );
    let form = &of(html)[0];
    let multiple: Vec<bool> = form.fields.iter().map(|field| field.multiple).collect();
    assert_eq!(multiple, [false, true, false, false, false]);
}

#[test]
fn selects_have_options_in_groups() {
    let html = "<form><select name=s><optgroup label=' Big  towns '><option value=1>Porto <b>Alegre</b>\
        <option selected label=Rio>  Rio de\nJaneiro </optgroup><option></select>\
        <select name=m multiple><option selected>a<option selected>b<option disabled selected>c</select>\
        <select name=empty></select></form><option>stray";
    assert_eq!(
        shown(html),
        "get  s:select=[Big towns/1/Porto Alegre][*Big towns/Rio de Janeiro/Rio][//] \
         m:select=[*/a/a][*/b/b][*/c/c] empty:select=\n"
    );
}

#[test]
fn what_is_sent_untouched_is_what_a_browser_sends() {
    let html = "<form><select name=s><option disabled>x<option>y</select><select name=t multiple><option>x</select>\
        <select name=u><option selected>x<option selected>y</select><input name=a value=v disabled>\
        <input value=unnamed><input type=radio name=r><input type=checkbox name=c checked><input name=ro readonly value=w>\
        <fieldset disabled><legend><input name=l value=1></legend><input name=f value=2></fieldset>\
        <input type=submit name=go value=Go></form>";
    let forms = of(html);
    let sent: Vec<String> = forms[0]
        .fields
        .iter()
        .flat_map(|field| field.initial().into_iter().map(|value| format!("{}={value}", field.name)))
        .collect();
    assert_eq!(sent.join("&"), "s=y&u=y&c=on&ro=w&l=1");
}

#[test]
fn fields_may_name_their_form() {
    let html = "<input name=early form=b><form id=a action=/a><input name=x><input name=y form=b><input name=z form=c>\
        </form><form id=b action=/b></form><form id=b action=/second></form><input name=late form=a>";
    assert_eq!(
        shown(html),
        "get /a x:text= late:text=\nget /b early:text= y:text=\nget /second\nget - z:text=\n"
    );
}

#[test]
fn tables_do_not_tear_forms_from_their_fields() {
    let html = "<table><form action=/a><tr><td>Name<td><input name=x></form><tr><td><input name=none>\
        <FORM action=/b><tr><td><input name=y></table><input name=z>";
    assert_eq!(shown(html), "get /a x:text=\nget /b y:text= z:text=\nget - none:text=\n");
}

#[test]
fn forms_in_forms_are_one() {
    let html = "<form action=/a><input name=x><form action=/b><input name=y></form><input name=z>";
    assert_eq!(shown(html), "get /a x:text= y:text=\nget - z:text=\n");
    let html = "<form action=/a><div><input name=x></form><form action=/b><input name=y></form></div>";
    assert_eq!(shown(html), "get /a x:text=\nget /b y:text=\n");
}

#[test]
fn pages_without_forms_have_none() {
    assert_eq!(of(""), []);
    assert_eq!(of("<svg><form/><input name=a></svg>"), []);
    assert_eq!(shown("<script>'<form><input name=a></form>'</script>"), "");
}

#[test]
fn actions_are_resolved() {
    let url = |text: &str| Url::parse(text).unwrap();
    let resolved = |action: &str| {
        let form = of(&format!("<form action='{action}'></form>")).remove(0);
        form.action_url(Some(&url("http://a.org/b/")), Some(&url("http://a.org/page?x"))).map(String::from)
    };
    assert_eq!(resolved(" find?y "), Some("http://a.org/b/find?y".to_owned()));
    assert_eq!(resolved(""), Some("http://a.org/page?x".to_owned()));
    assert_eq!(resolved("javascript:go()"), None);
    assert_eq!(resolved("http://[broken"), None);
}

#[test]
fn many_fields_and_deep_pages_take_linear_time() {
    let many = "<input type=checkbox name=a[]><label>".repeat(100_000);
    let forms = of(&format!("<form>{many}"));
    assert_eq!(
        forms[0].fields.iter().map(|field| field.options.len()).sum::<usize>(),
        100_000.min(forms[0].fields[0].options.len())
    );
    let torn = "<table><form><tr><td><input name=x>".repeat(20_000);
    assert!(!of(&torn).is_empty());
    let deep = format!("{}<input name=x>", "<div><form><fieldset disabled>".repeat(50_000));
    assert_eq!(of(&deep)[0].fields[0].initial(), Vec::<&str>::new());
}

fn refusal(html: &str) -> Option<FormRefusal> {
    of(html)[0].refusal(None, false)
}

#[test]
fn searches_are_told_from_what_must_not_be_tried() {
    assert_eq!(refusal("<form><input name=q></form>"), None);
    assert_eq!(refusal("<form><select name=s><option>a</select></form>"), None);
    assert_eq!(
        refusal("<form><input name=u><input type=password name=p></form>"),
        Some(FormRefusal::Password)
    );
    assert_eq!(refusal("<form><input name=u><input type=file name=p></form>"), Some(FormRefusal::File));
    assert_eq!(refusal("<form><input name='Card[number]'></form>"), Some(FormRefusal::Payment));
    assert_eq!(
        refusal("<form><input name=email><input type=submit></form>"),
        Some(FormRefusal::Subscription)
    );
    assert_eq!(
        refusal("<form><input name=who><textarea name=comment></textarea></form>"),
        Some(FormRefusal::Message)
    );
    assert_eq!(
        refusal("<form><input name=who><textarea name=x></textarea><textarea name=y></textarea></form>"),
        Some(FormRefusal::TextAreas)
    );
    assert_eq!(refusal("<form><input type=hidden name=a><input></form>"), Some(FormRefusal::NothingToFill));
    assert_eq!(refusal("<input name=q>"), Some(FormRefusal::NoForm));
    assert_eq!(refusal("<form method=post><input name=q></form>"), Some(FormRefusal::Method(Method::Post)));
    let form = &of("<form method=post><input name=q></form>")[0];
    assert!(!form.is_searchable());
    assert_eq!(form.refusal(None, true), None);
    assert_eq!(form.refusal(Some(FormKind::Order), true), Some(FormRefusal::Kind(FormKind::Order)));
    let form = &of("<form><input name=email></form>")[0];
    assert_eq!(form.refusal(Some(FormKind::Search), false), None, "a search for addresses");
    assert_eq!(FormRefusal::Method(Method::Post).to_string(), "it uses the method POST");
}

/// Each field as `label (source)`, with the labels of what can be chosen.
fn labels(html: &str) -> Vec<String> {
    let doc = parse(html, &Limits::default()).document;
    let page = Page::new(&doc);
    let shown = |field: Field| {
        let label =
            field.label.map_or("-".to_owned(), |label| format!("{} ({})", label.text, label.source.name()));
        let options = field.options.into_iter().filter(|_| field.control != Control::Select);
        let options: Vec<String> = options.map(|choice| choice.label).collect();
        if options.is_empty() { label } else { format!("{label} {}", options.join("/")) }
    };
    forms(&page).into_iter().flat_map(|form| form.fields).map(shown).collect()
}

#[test]
fn markup_says_what_fields_are_called() {
    let html = "<form><label for=a> Your <b>name</b>: *</label><input id=a title=no><label>Town <input></label>\
        <label>In <select><option>x</select> words</label><span id=l>By</span><span id=m>author</span>\
        <input aria-labelledby='l none m' aria-label=no><input aria-label=Year placeholder=no>\
        <input placeholder='Search …' title=no><textarea title=Notes></textarea><label for=e></label><input id=e title=Empty>\
        <input type=hidden id=a></form>";
    assert_eq!(
        labels(html),
        [
            "Your name (for)",
            "Town (around)",
            "In words (around)",
            "By author (aria-labelledby)",
            "Year (aria-label)",
            "Search … (placeholder)",
            "Notes (title)",
            "Empty (title)",
            "-"
        ]
    );
}

#[test]
fn buttons_say_what_they_do() {
    let html = "<form>Text <input type=submit value=' Go '><button>Find <i>it</i></button><button><img></button>\
        <input type=image alt=Seek src=x><input type=submit><button aria-label=Close>×</button></form>";
    assert_eq!(labels(html), ["Go (own)", "Find it (own)", "-", "Seek (own)", "-", "× (own)"]);
}

#[test]
fn text_before_a_field_in_its_row_or_block_is_its_label() {
    let html = "<p>Outside</p><form><input name=none><p>Name:</p><div><input></div>Town <b>or city</b> <input type=hidden><input>\
        <input name=none>A text that is far too long to be what somebody calls a field of a form <input></form>";
    assert_eq!(labels(html), ["-", "Name (before)", "-", "Town or city (before)", "-", "-"]);
    let hidden = "<form>Name <i hidden>no</i><script>no</script><input></form>";
    assert_eq!(labels(hidden), ["Name (before)"]);
}

#[test]
fn tables_of_old_pages_label_their_fields() {
    let rows = "<form><table><tr><td>From:<td><input><td>To:<td><input><tr><td><input><td>Only behind</table></form>";
    assert_eq!(labels(rows), ["From (before)", "To (before)", "-"]);
    let columns = "<table><form><tr><td>From<td>To<td><td>Via<tr><td><input><td><select></select><td><input><td><input><tr><td><input>\
        </form></table>";
    assert_eq!(labels(columns), ["From (before)", "To (before)", "-", "Via (before)", "-"]);
}

#[test]
fn text_behind_boxes_is_theirs() {
    let html = "<form>Where: <input type=radio name=r>Titles <b>alone</b><input type=radio name=r> Texts<br>\
        <input type=checkbox name=c> Remember me<br><input name=t>\
        <table><tr><td><input type=checkbox name=d><td>In a cell<tr><td><input type=checkbox name=e><tr><td>No</table></form>";
    assert_eq!(
        labels(html),
        [
            "Where (before) Titles alone/Texts",
            "Remember me (before) Remember me",
            "-",
            "In a cell (before) In a cell",
            "- "
        ]
    );
    let html = "<form><fieldset><legend>Size</legend><label><input type=checkbox name=s>S</label>\
        <input type=checkbox name=s id=m><label for=m>M</label></fieldset></form>";
    assert_eq!(labels(html), ["Size (legend) S/M"]);
}

#[test]
fn many_fields_of_one_label_take_linear_time() {
    let shared = format!(
        "<form><label id=l for=x>{}</label>{}",
        "word <b></b>".repeat(50_000),
        "<input aria-labelledby='l l' id=x>".repeat(50_000)
    );
    assert_eq!(labels(&shared).len(), 50_000);
    let nested = format!("<form>{}", "<table><tr><td>Name<td><input type=radio>".repeat(20_000));
    assert_eq!(labels(&nested).len(), 20_000);
}

#[test]
fn on_a_drawn_page_the_nearest_text_counts() {
    let html = "<form><i>Name</i><i>Town</i><i>Above</i><input name=a><input name=b><input name=c><input type=radio name=d>\
        <i>Behind</i><input name=far></form>";
    let doc = parse(html, &Limits::default()).document;
    let mut texts = [(10.0, 10.0), (10.0, 40.0), (100.0, 72.0), (130.0, 120.0)].into_iter();
    let mut fields = [(100.0, 10.0), (100.0, 40.0), (100.0, 90.0), (100.0, 120.0), (600.0, 40.0)].into_iter();
    let layout = Layout::of(&doc, |node| {
        let (x, y) = if doc.is_text(node) {
            texts.next()?
        } else if doc.name(node) == names::INPUT {
            fields.next()?
        } else {
            return None;
        };
        let width = if doc.is_text(node) { 60.0 } else { 20.0 };
        Some(Rectangle { x, y, width, height: 16.0 })
    });
    let page =
        Page::with(&doc, Evidence { layout: Some(&layout), ..Evidence::default() }, PageOptions::default());
    let found = forms(&page).remove(0);
    let texts: Vec<String> = found
        .fields
        .iter()
        .map(|field| {
            field
                .label
                .as_ref()
                .map_or("-".to_owned(), |label| format!("{} {}", label.text, label.source.name()))
        })
        .collect();
    assert_eq!(texts, ["Name place", "Town place", "Above place", "Behind place", "-"]);
}
