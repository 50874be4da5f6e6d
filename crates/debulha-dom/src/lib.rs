//! debulha-dom

pub mod body;
