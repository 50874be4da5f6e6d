//! Tokens that callers show.

use crate::options::ServeError;
use crate::problem::Problem;
use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use std::fmt;
use std::hint::black_box;

/// What callers have to show: `Authorization: Bearer TOKEN`. Kept as a digest.
#[derive(Clone)]
pub struct AccessToken([u8; 32]);

impl AccessToken {
    /// Characters of a token at least.
    pub const MIN_CHARS: usize = 16;

    /// A token; white space around it does not count.
    ///
    /// # Errors
    /// One that is too short.
    ///
    /// ```
    /// use debulha_server::AccessToken;
    ///
    /// assert!(AccessToken::new("a long and random text\n").is_ok());
    /// assert!(AccessToken::new("secret").is_err());
    /// ```
    pub fn new(text: &str) -> Result<Self, ServeError> {
        let text = text.trim();
        match text.chars().count() {
            chars if chars < AccessToken::MIN_CHARS => Err(ServeError::Token(chars)),
            _ => Ok(AccessToken(digest(text))),
        }
    }

    /// Lets requests through that show the token.
    ///
    /// # Errors
    /// 401.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let field = headers.get(header::AUTHORIZATION).and_then(|field| field.to_str().ok());
        let shown = field.and_then(|field| {
            let (scheme, token) = field.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        if shown.is_some_and(|shown| is_same(&digest(shown), &self.0)) {
            return Ok(());
        }
        Err(Problem::new(401, "token", "show the token of this server: `Authorization: Bearer TOKEN`"))
    }
}

impl fmt::Debug for AccessToken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Token")
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Takes the same time wherever they differ.
fn is_same(a: &[u8; 32], b: &[u8; 32]) -> bool {
    black_box(a.iter().zip(b).fold(0, |differences, (a, b)| differences | (a ^ b))) == 0
}
