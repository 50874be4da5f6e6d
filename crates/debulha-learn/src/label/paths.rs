//! Nodes by paths that people or browsers wrote.

use debulha_dom::{Document, NodeId, names};
use rustc_hash::FxHashMap;

/// How browsers begin a path from an element with an id.
const BY_ID: &str = "//*[@id=";

/// Finds nodes of a document. The children of a node are sorted by name once, so that paths through one long list do not
/// each walk it.
pub(super) struct NodePaths<'d> {
    doc: &'d Document,
    children: FxHashMap<NodeId, FxHashMap<&'d str, Vec<NodeId>>>,
    /// The first element with each id, once it is asked for.
    ids: Option<FxHashMap<&'d str, NodeId>>,
}

impl<'d> NodePaths<'d> {
    pub(super) fn new(doc: &'d Document) -> Self {
        NodePaths { doc, children: FxHashMap::default(), ids: None }
    }

    /// The node of a path in a form of [`Place::XPath`](super::Place::XPath); `None` where the document has none and for
    /// other paths. O(steps), after O(children) for each node on the way.
    pub(super) fn find(&mut self, path: &str) -> Option<NodeId> {
        let path = path.trim();
        let (start, steps) = match path.strip_prefix(BY_ID) {
            Some(rest) => {
                let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
                let (id, rest) = rest[1..].split_once(quote)?;
                (self.by_id(id)?, rest.strip_prefix(']')?)
            }
            None => (Document::ROOT, path),
        };
        if steps.is_empty() {
            return (start != Document::ROOT).then_some(start);
        }
        steps.strip_prefix('/')?.split('/').try_fold(start, |parent, step| self.child(parent, step))
    }

    fn child(&mut self, parent: NodeId, step: &str) -> Option<NodeId> {
        let (name, number) = match step.strip_suffix(']').and_then(|step| step.rsplit_once('[')) {
            Some((name, number)) => (name, number.parse().ok()?),
            None => (step, 1_usize),
        };
        let doc = self.doc;
        let children = self.children.entry(parent).or_insert_with(|| {
            let mut by_name: FxHashMap<&str, Vec<NodeId>> = FxHashMap::default();
            for child in doc.children(parent) {
                let name = if doc.is_element(child) { doc.name_str(doc.name(child)) } else { "text()" };
                if doc.is_element(child) || doc.is_text(child) {
                    by_name.entry(name).or_default().push(child);
                }
            }
            by_name
        });
        children.get(name)?.get(number.checked_sub(1)?).copied()
    }

    fn by_id(&mut self, id: &str) -> Option<NodeId> {
        let doc = self.doc;
        let ids = self.ids.get_or_insert_with(|| {
            let mut ids = FxHashMap::default();
            for node in doc.nodes().filter(|&node| doc.is_element(node)) {
                if let Some(id) = doc.attribute(node, names::ID) {
                    ids.entry(id).or_insert(node);
                }
            }
            ids
        });
        ids.get(id).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn paths_of_browsers_and_of_ours_lead_to_their_nodes() {
        let html = "<div><p>a<p>b</div><div id='x/y'><ul><li>c<li>d</ul></div><table><tr><td>e</table>f<br>g";
        let doc = parse(html, &Limits::default()).document;
        let mut paths = NodePaths::new(&doc);
        let mut text = |path: &str| paths.find(path).map(|node| doc.text_content(node));
        for (path, expected) in [
            ("/html/body/div[1]/p[2]", "b"),
            ("/html[1]/body[1]/div[1]/p[1]", "a"),
            ("/html/body/div/p", "a"),
            ("//*[@id=\"x/y\"]/ul/li[2]", "d"),
            (" //*[@id='x/y'] ", "cd"),
            ("/html/body/table/tbody/tr/td", "e"),
            ("/html/body/text()[2]", "g"),
        ] {
            assert_eq!(text(path).as_deref(), Some(expected), "{path}");
        }
        for path in [
            "",
            "/",
            "//p",
            "html/body",
            "/html/body/div[3]",
            "/html/body/div[0]",
            "/html/body/div[x]",
            "//*[@id=x]",
            "//*[@id=\"none\"]",
            "//*[@id=",
            "//*[@id=\"x/y\"",
            "/html/body/div/",
            "//*[@class=\"x\"]/p",
        ] {
            assert_eq!(text(path), None, "{path}");
        }
        for node in doc.nodes().filter(|&node| doc.is_element(node) || doc.is_text(node)) {
            assert_eq!(NodePaths::new(&doc).find(&doc.xpath(node)), Some(node));
        }
    }
}
