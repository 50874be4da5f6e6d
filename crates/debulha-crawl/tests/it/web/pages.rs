//! The databases as a web: a page with a form for each, answers as tables, lists and cards, and what else stands on such sites.

use super::databases::{Control, Database, Layout, SearchField};
use super::server::{Answer, Asked, Then, answer, page, redirect};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use url::form_urlencoded;

/// What a web does beside answering.
#[derive(Debug, Clone, Default)]
pub(crate) struct Manners {
    /// The robots.txt.
    pub(crate) robots: String,
    /// Answers are given only to the session of a form page, by a hidden field and a cookie.
    pub(crate) sessions: bool,
    /// A POST is answered by a redirect to the answer.
    pub(crate) redirects: bool,
    /// Answers have what stands around rows elsewhere: the query in words, the form again, a side column, a legal notice.
    pub(crate) frame: bool,
}

/// Names and values that were sent.
type Pairs = BTreeMap<String, String>;

/// The web of one database.
#[derive(Debug)]
pub(crate) struct Web {
    database: Database,
    manners: Manners,
    /// Sessions so far.
    sessions: Mutex<u32>,
}

const MENU: &str = "<header><ul class=menu><li><a href=/>Start page of the archive</a><li><a href=/about>About this collection</a>\
    <li><a href=/contact>Write to the keepers</a></ul></header>";

const FOOT: &str = "<footer><p>Kept by volunteers since 1994. No row leaves the house.</footer>";

const NEWS: &str = "<h4>News</h4><p>The reading room is closed on the second Monday of each month, when the volunteers clean \
    the shelves, mend torn labels and count what came back. Bring a pencil and leave your bag at the door.</p><p>We thank the \
    printers of the valley, who gave us paper, ink and three evenings of their time for the new catalogue.</p>";

const LEGAL: &str = "<p>All entries were typed in by hand from cards that are older than the house. Errors are possible, and the \
    keepers cannot be held liable for journeys, purchases or quarrels that follow from them. Copying for private study is \
    allowed, as long as the source is named and nothing is sold. Questions about rights go to the office on weekdays before \
    noon.</p><p><a href=/terms>Terms of use</a> | <a href=/privacy>Privacy</a> | <a href=/help>Help with searching</a></p>";

/// Rows that the side column has as new.
const NEW_ROWS: usize = 3;

impl Web {
    pub(crate) fn new(database: Database, manners: Manners) -> Web {
        Web { database, manners, sessions: Mutex::new(0) }
    }

    /// The answer to a request.
    pub(crate) fn answer(&self, asked: &Asked) -> Answer {
        let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
        match path {
            "/robots.txt" if self.manners.robots.is_empty() => answer(404, &[], b""),
            "/robots.txt" => answer(200, &[("Content-Type", "text/plain")], self.manners.robots.as_bytes()),
            "/" => self.form(),
            "/login" => {
                page("<form action=/in method=post><input name=user><input type=password name=pass></form>")
            }
            "/find" => {
                let is_post = asked.method == "POST";
                if is_post != self.database.is_post && query.is_empty() {
                    return answer(405, &[], b"the other way");
                }
                let sent = if is_post {
                    String::from_utf8_lossy(&asked.body).into_owned()
                } else {
                    query.to_owned()
                };
                if is_post && self.manners.redirects {
                    return Answer { then: Then::GoOn, ..see_other(&format!("/find?{sent}")) };
                }
                self.found(asked, &sent)
            }
            "/moved" => redirect("/"),
            _ => answer(404, &[("Content-Type", "text/html")], b"<p>Nothing here"),
        }
    }

    fn form(&self) -> Answer {
        let mut sessions = self.sessions.lock().expect("no panic");
        *sessions += 1;
        let form = self.controls(&Pairs::new());
        let method = if self.database.is_post { "post" } else { "get" };
        let html = format!(
            "<!doctype html><html lang=en><title>Archive of {name}</title>{MENU}<main><h1>Archive of {name}</h1>\
             <form action=/in method=post><input name=user><input type=password name=pass><button>Log in</button></form>\
             <form action=/find method={method}>{form}<input type=hidden name=sid value={sid}>\
             <select name=sort><option>date<option>name</select><input type=submit name=go value=Search></form>\
             <p>Look for river or garden, for barley and butter.</main>{FOOT}",
            name = self.database.name,
            sid = *sessions,
        );
        let cookie = format!("sid={}", *sessions);
        answer(200, &[("Content-Type", "text/html; charset=utf-8"), ("Set-Cookie", &cookie)], html.as_bytes())
    }

    /// The fields of the form, filled in with what was sent.
    fn controls(&self, sent: &Pairs) -> String {
        let mut form = String::new();
        for field in &self.database.fields {
            let (name, label) = (field.name, field.label);
            let filled = sent.get(name).map(String::as_str).unwrap_or_default();
            match field.control {
                Control::Text => {
                    let _ = write!(
                        form,
                        "<p><label for={name}>{label}</label> <input name={name} id={name} value='{filled}'>"
                    );
                }
                Control::Select => {
                    let _ = write!(
                        form,
                        "<p><label for={name}>{label}</label> <select name={name} id={name}><option value=''>Any</option>"
                    );
                    for (number, value) in self.database.options(field).iter().enumerate() {
                        let selected = if filled == number.to_string() { " selected" } else { "" };
                        let _ = write!(form, "<option value='{number}'{selected}>{value}</option>");
                    }
                    form.push_str("</select>");
                }
            }
        }
        form
    }

    /// What was asked, by the names of fields, and the rows that fit.
    fn asked(&self, pairs: &Pairs) -> (BTreeMap<&str, String>, Vec<usize>) {
        let value = |field: &SearchField| {
            let value = pairs.get(field.name)?.clone();
            if field.control == Control::Text {
                return Some((field.name, value));
            }
            let option = self.database.options(field).get(value.parse::<usize>().ok()?)?.clone();
            Some((field.name, option))
        };
        let values: BTreeMap<&str, String> = self.database.fields.iter().filter_map(value).collect();
        let rows = self.database.find(|name| values.get(name).map(String::as_str));
        (values, rows)
    }

    /// The rows on the page that answers what was sent, in order.
    #[allow(dead_code)]
    pub(crate) fn shown(&self, sent: &str) -> Vec<usize> {
        let pairs = pairs_of(sent);
        let (_, rows) = self.asked(&pairs);
        rows.chunks(self.database.page).nth(page_number(&pairs) - 1).unwrap_or_default().to_vec()
    }

    fn found(&self, asked: &Asked, sent: &str) -> Answer {
        let pairs = pairs_of(sent);
        let sid = pairs.get("sid").cloned().unwrap_or_default();
        let cookie = asked.field("Cookie").unwrap_or_default();
        if self.manners.sessions && cookie != format!("sid={sid}") {
            return answer(403, &[("Content-Type", "text/html")], b"<p>Your session is over");
        }
        if pairs.get("sort").map(String::as_str) != Some("date")
            || pairs.get("go").map(String::as_str) != Some("Search")
        {
            return answer(400, &[("Content-Type", "text/html")], b"<p>What the form has must be sent");
        }
        let (values, rows) = self.asked(&pairs);
        let number = page_number(&pairs);
        let size = self.database.page;
        let shown = rows.iter().skip((number - 1) * size).take(size);
        let mut body = String::new();
        if rows.is_empty() {
            body.push_str("<p class=none>Nothing in the archive fits. Try fewer words.</p>");
        } else {
            body.push_str(&self.rows(shown.map(|&row| &self.database.rows[row])));
        }
        let pages = rows.len().div_ceil(size);
        if pages > 1 {
            body.push_str("<nav class=pages>");
            let link = |page: usize, text: &str| {
                let mut pairs = pairs.clone();
                pairs.insert("page".to_owned(), page.to_string());
                let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
                format!("<a href='/find?{query}'>{text}</a> ")
            };
            for page in (1..=pages).filter(|page| *page != number) {
                body.push_str(&link(page, &page.to_string()));
            }
            if number < pages {
                body.push_str(&link(number + 1, "Next »"));
            }
            body.push_str("</nav>");
        }
        if self.manners.frame {
            return page(&self.framed(&pairs, &values, rows.len(), &body));
        }
        page(&format!(
            "<!doctype html><html lang=en><title>Found</title>{MENU}<main><h1>Search results</h1>{body}</main>{FOOT}"
        ))
    }

    /// An answer as busy sites have it. The form is there again with the query in it; empty where it is sent by POST; and not at
    /// all below a table.
    fn framed(&self, pairs: &Pairs, values: &BTreeMap<&str, String>, found: usize, body: &str) -> String {
        let Database { name, fields, rows, layout, is_post, .. } = &self.database;
        let again = if *layout == Layout::Table {
            "<p><a href=/>New search</a>".to_owned()
        } else {
            let controls = self.controls(&if *is_post { Pairs::new() } else { pairs.clone() });
            let method = if *is_post { "post" } else { "get" };
            format!(
                "<form action=/find method={method}>{controls}<input type=submit name=go value=Search></form>"
            )
        };
        let filled = fields.iter().filter_map(|field| Some((field.label, values.get(field.name)?)));
        let filled = filled.filter(|(_, value)| !value.is_empty());
        let filled: Vec<String> = filled.map(|(label, value)| format!("{label}: {value}")).collect();
        let mut browse = String::new();
        if let Some(field) = fields.iter().find(|field| field.control == Control::Select) {
            let _ = write!(browse, "<h4>Browse by {}</h4><ul>", field.label);
            for (number, value) in self.database.options(field).iter().enumerate() {
                let count = self.database.matching(|asked| (asked == field.name).then_some(value)).len();
                let _ = write!(browse, "<li><a href='/find?{}={number}'>{value} ({count})</a>", field.name);
            }
            browse.push_str("</ul>");
        }
        // Other rows on each page, the same whenever it is asked for.
        let asked = values.values().flat_map(|value| value.bytes()).map(usize::from);
        let first = asked.fold(page_number(pairs), |sum, byte| (sum * 31 + byte) % rows.len());
        let new = rows.iter().cycle().skip(first).take(NEW_ROWS);
        let new: Vec<String> = new.map(|row| format!("<li><a href=#>{}</a><br>{}", row[0], row[1])).collect();
        format!(
            "<!doctype html><html lang=en><title>Found in the archive of {name}</title>{MENU}<p><a href=/>Home</a> › <a \
             href=/archive>Archive of {name}</a> › Search</p><main><h1>Search results</h1><p>{found} rows for your search, \
             {asked}</p>{body}{again}</main><aside>{browse}<h4>New in the archive</h4><ul>{new}</ul>{NEWS}</aside>{FOOT}{LEGAL}",
            asked = if filled.is_empty() { "everything".to_owned() } else { filled.join(", ") },
            new = new.concat(),
        )
    }

    fn rows<'a>(&self, rows: impl Iterator<Item = &'a Vec<String>>) -> String {
        let columns = self.database.columns;
        match self.database.layout {
            Layout::Table => {
                let head: Vec<String> = columns.iter().map(|name| format!("<th>{name}</th>")).collect();
                let head = head.concat();
                let rows: Vec<String> = rows
                    .map(|row| {
                        let cells: Vec<String> = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
                        format!("<tr>{}</tr>", cells.concat())
                    })
                    .collect();
                format!("<table><thead><tr>{head}</tr></thead><tbody>{}</tbody></table>", rows.concat())
            }
            Layout::List => {
                let rows: Vec<String> = rows
                    .map(|row| {
                        format!(
                            "<li><a href=#>{}</a> <span>{}</span><br>{}</li>",
                            row[0],
                            row[1],
                            row[2..].join(" · ")
                        )
                    })
                    .collect();
                format!("<ol class=results>{}</ol>", rows.concat())
            }
            Layout::Cards => {
                let rows: Vec<String> = rows
                    .map(|row| {
                        let more: Vec<String> = row[1..]
                            .iter()
                            .zip(&columns[1..])
                            .map(|(cell, name)| format!("<dt>{name}</dt><dd>{cell}</dd>"))
                            .collect();
                        format!("<div class=card><h3>{}</h3><dl>{}</dl></div>", row[0], more.concat())
                    })
                    .collect();
                format!("<div class=cards>{}</div>", rows.concat())
            }
        }
    }
}

fn pairs_of(sent: &str) -> Pairs {
    form_urlencoded::parse(sent.as_bytes()).into_owned().collect()
}

fn page_number(pairs: &Pairs) -> usize {
    pairs.get("page").and_then(|page| page.parse().ok()).unwrap_or(1).max(1)
}

fn see_other(to: &str) -> Answer {
    answer(303, &[("Location", to)], b"see there")
}
