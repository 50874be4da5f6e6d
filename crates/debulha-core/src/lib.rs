//! debulha-core
