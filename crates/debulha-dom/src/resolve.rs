#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum References { None, Text, Attribute }
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nul { Keep, Drop, Replace }
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules { pub(crate) references: References, pub(crate) nul: Nul }
pub(crate) fn append(out: &mut String, source: &str, _rules: Rules) { out.push_str(source) }
pub(crate) fn leading_space(source: &str, _rules: Rules) -> usize { source.len() - source.trim_ascii_start().len() }
pub(crate) fn leading_newline(source: &str, _rules: Rules) -> usize { usize::from(source.starts_with('\n')) }
pub(crate) fn first_character(source: &str, _rules: Rules) -> usize { source.chars().next().map_or(0, char::len_utf8) }
