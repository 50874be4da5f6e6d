//! `debulha serve`.

use crate::common::{STORY, Sandbox};
use crate::render::{command, has_browser};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

#[test]
fn a_server_answers_logs_no_content_and_ends_when_told() {
    let sandbox = Sandbox::new(&[("token", b"correct horse battery\n")]);
    let args = ["serve", "--listen", "127.0.0.1:0", "--token-file", "token", "--jobs", "1"];
    let mut server = sandbox.command(&args).spawn().unwrap();
    let mut messages = BufReader::new(server.stderr.take().unwrap());
    let mut first = String::new();
    messages.read_line(&mut first).unwrap();
    let address =
        first.trim().strip_prefix("debulha: serving at http://").unwrap_or_else(|| panic!("{first}"));
    let ask = |token: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        let head = format!(
            "POST /v1/extract?extractor=bte&format=markdown&url=https://secret.example/ HTTP/1.1\r\nHost: {address}\r\n\
             Authorization: Bearer {token}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            STORY.len()
        );
        stream.write_all(format!("{head}{STORY}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(ask("correct horse battery").contains("A barn that dries its own grain"));
    assert!(ask("wrong").starts_with("HTTP/1.1 401"));
    end(&server);
    let mut log = String::new();
    messages.read_to_string(&mut log).unwrap();
    let status = server.wait().unwrap();
    if cfg!(unix) {
        assert_eq!(status.code(), Some(0), "{log}");
    }
    let lines: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| &line["status"]).collect::<Vec<_>>(), [200, 401]);
    assert!(lines.iter().all(|line| line["method"] == "POST" && line["route"] == "/v1/extract"));
    assert_eq!(lines[0]["bytes_in"], STORY.len());
    assert!(!log.contains("barn") && !log.contains("secret") && !log.contains("battery"), "{log}");
}

/// Asks a process to end.
fn end(process: &std::process::Child) {
    let command = if cfg!(unix) { ["kill", "-TERM"] } else { ["taskkill", "/F"] };
    let mut command_line = std::process::Command::new(command[0]);
    let arg = if cfg!(unix) { process.id().to_string() } else { format!("/PID {}", process.id()) };
    assert!(command_line.arg(command[1]).args(arg.split(' ')).status().unwrap().success());
}

#[test]
fn what_makes_no_sense_is_said_before_anything_is_served() {
    let sandbox = Sandbox::new(&[("token", b"short")]);
    for (args, message) in [
        (&["--listen", "0.0.0.0:0"][..], "add --token-file FILE, or --open"),
        (&["--token-file", "token"], "the token has 5 characters; use at least 16"),
        (&["--max-bytes", "20MB"], "500k, 20M or 1G"),
        (&["--at-once", "0"], "--at-once"),
        (&["--deadline", "soon"], "--deadline"),
        (&["--browsers", "2"], "--render"),
        (&["--render", "--engine", "embedded"], "the embedded engine does not run scripts"),
        (&["--render", "--chromium", "nowhere"], "Chromium not found: nowhere does not exist"),
    ] {
        let ran = sandbox.run(&[&["serve"], args].concat());
        assert_eq!(ran.code, 2, "{args:?} {}", ran.err);
        assert!(ran.err.contains(message), "{args:?} {}", ran.err);
    }
    let ran = sandbox.run(&["serve", "--token-file", "none"]);
    assert!(ran.code == 1 && ran.err.contains("cannot read none"), "{}", ran.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_server_that_ends_in_the_middle_of_a_drawing_leaves_no_browser() {
    if !has_browser() {
        return;
    }
    let sandbox = Sandbox::new(&[]);
    let args = ["serve", "--listen", "127.0.0.1:0", "--render", "--browsers", "1", "--timeout", "300"];
    let mut server = command(&sandbox, &args).spawn().unwrap();
    let mut messages = BufReader::new(server.stderr.take().unwrap()).lines();
    let address = messages
        .find_map(|line| line.unwrap().strip_prefix("debulha: serving at http://").map(str::to_owned));
    let address = address.unwrap();
    let send = |head: &str, body: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        let len = body.len();
        let request = format!(
            "{head} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {len}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let _endless = send("POST /v1/extract?render=true", "<p>Rye.<script>for (;;) {}</script>");
    let is_drawing = || {
        let mut text = String::new();
        send("GET /metrics", "").read_to_string(&mut text).unwrap();
        text.contains("\ndebulha_browsers_in_work 1")
    };
    while !is_drawing() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    end(&server);
    assert_eq!(server.wait().unwrap().code(), Some(0));
    assert_eq!(sandbox.files("tmp"), [""; 0]);
    // The files of a browser are named on its command line.
    let own = sandbox.path("tmp").to_str().unwrap().to_owned();
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    assert_eq!(lines.filter(|line| String::from_utf8_lossy(line).contains(&own)).count(), 0);
}
