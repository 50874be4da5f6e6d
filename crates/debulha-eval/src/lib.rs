//! debulha-eval
