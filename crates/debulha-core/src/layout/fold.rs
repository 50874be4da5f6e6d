//! Numbers by which a record's nodes are known in our tree. Any program can compute them: FNV-1a of 32 bits.

/// FNV-1a, 32 bits: offset basis and prime of the published function.
const BASIS: u32 = 0x811c_9dc5;
const PRIME: u32 = 0x0100_0193;

fn add(hash: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(PRIME))
}

/// The number of a text without its white space; `None` of one that is white space alone.
///
/// ```
/// use debulha_core::layout::text_number;
///
/// assert_eq!(text_number(" a "), Some(0xe40c_292c), "FNV-1a of `a`");
/// assert_eq!(text_number("Rye\n and oats"), text_number("Rye and oats "));
/// assert_eq!(text_number(" \n"), None);
/// ```
pub fn text_number(text: &str) -> Option<u32> {
    let mut hash = BASIS;
    let mut is_empty = true;
    for word in text.split_whitespace() {
        hash = add(hash, word.as_bytes());
        is_empty = false;
    }
    (!is_empty).then_some(hash)
}

/// The number of an element's `id` and `class`: of both with a space between them; `None` where it has neither.
pub fn mark_of(id: Option<&str>, class: Option<&str>) -> Option<u32> {
    if id.is_none() && class.is_none() {
        return None;
    }
    let hash = add(add(BASIS, id.unwrap_or_default().as_bytes()), b" ");
    Some(add(hash, class.unwrap_or_default().as_bytes()))
}
