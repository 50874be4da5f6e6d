//! debulha-dom
