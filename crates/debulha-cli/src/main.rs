//! The program `debulha`.

use std::process::ExitCode;

fn main() -> ExitCode {
    debulha_cli::main()
}
