//! debulha-dom

pub mod body;
pub mod decode;
