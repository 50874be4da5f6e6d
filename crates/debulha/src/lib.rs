//! debulha
