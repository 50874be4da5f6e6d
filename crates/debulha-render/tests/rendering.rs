//! Pages in a real browser. Where there is none the tests say so and pass, unless `DEBULHA_CHROMIUM` names one.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use debulha_core::layout::{Display, Layout, Style};
use debulha_dom::{Document, Limits, NodeId, names, parse};
use debulha_render::{
    InMemory, PageRenderOptions, RenderError, RenderOptions, RenderSource, Rendered, Renderer, RendererPool,
    Resource, ResourceKind, find_browser,
};
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::net::{TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The options with a browser; `None` where there is none.
fn options() -> Option<RenderOptions> {
    let named = std::env::var_os("DEBULHA_CHROMIUM").map(PathBuf::from);
    match find_browser(named.as_deref()) {
        Ok(program) => Some(RenderOptions { program: Some(program), ..RenderOptions::default() }),
        Err(error) if named.is_none() => {
            eprintln!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn with_scripts() -> Option<RenderOptions> {
    Some(RenderOptions { scripts: true, ..options()? })
}

fn render(options: &RenderOptions, html: &str) -> Rendered {
    Renderer::new(options.clone()).unwrap().render(&page(html)).unwrap()
}

fn page(html: &str) -> RenderSource<'_> {
    RenderSource { html, address: None }
}

/// A page with its record fitted to it.
struct Seen {
    doc: Document,
    layout: Layout,
}

impl Seen {
    fn of(options: &RenderOptions, html: &str) -> Seen {
        let rendered = render(options, html);
        let doc = parse(html, &Limits::default()).document;
        let layout = rendered.record.fit(&doc).layout;
        Seen { doc, layout }
    }

    fn text(&self, text: &str) -> NodeId {
        let mut nodes = self.doc.nodes();
        nodes.find(|&node| self.doc.is_text(node) && self.doc.text(node).trim() == text).expect(text)
    }

    fn style(&self, text: &str) -> Style {
        *self.layout.style(self.text(text)).expect("a style")
    }

    fn is_seen(&self, text: &str) -> bool {
        self.layout.is_seen(self.text(text)).expect("in the record")
    }
}

#[test]
fn a_record_says_where_nodes_are_and_how_they_are_drawn() {
    let Some(options) = options() else { return };
    let html = "<!doctype html><style>body{margin:0;font:20px/24px Arial,sans-serif;background:#eeeeee}
        div{width:200px;border:3px solid red;background:#00f8;color:white} b{opacity:.5;font-family:Courier}
        .x{display:contents}</style>
        <div id=a class='b c'>Rye and <b>oats that go on for longer than a line has room</b></div>
        <p class=x><i>Wheat</i></p><p hidden>Spelt</p>";
    let rendered = render(&options, html);
    let doc = parse(html, &Limits::default()).document;
    let fitted = rendered.record.fit(&doc);
    assert_eq!(fitted.misfit(), None, "{:?}", rendered.record);
    let layout = fitted.layout;
    let element = |name| doc.elements_named(name).next().unwrap();
    let div = layout.rectangle(element(names::DIV)).unwrap();
    assert_eq!((div.x, div.y, div.width), (0.0, 0.0, 206.0));
    let style = layout.style(element(names::DIV)).unwrap();
    assert_eq!((style.border, style.display, style.paints_background), (3.0, Display::Block, true));
    assert_eq!(
        (style.background.to_string().as_str(), style.font_size),
        ("#6f6ff7", 20.0),
        "half blue on grey"
    );
    let bold = doc.children(element(names::B)).next().unwrap();
    assert!(layout.lines(bold).len() > 1, "{:?}", layout.lines(bold));
    assert_eq!(layout.lines(bold)[0].height, layout.lines(bold)[1].height);
    let style = layout.style(bold).unwrap();
    assert_eq!(
        (style.font_weight, style.visible, style.family),
        (700, true, debulha_core::layout::Family::Monospace)
    );
    let contents = doc.elements_named(names::P).next().unwrap();
    assert_eq!(layout.style(contents).unwrap().display, Display::Contents);
    assert!(layout.style(element(names::I)).unwrap().italic);
    let hidden = doc.elements_named(names::P).nth(1).unwrap();
    assert_eq!((layout.rectangle(hidden), layout.style(hidden).unwrap().display), (None, Display::None));
    let record = &rendered.record;
    assert!(record.engine.as_ref().unwrap().contains('/'));
    assert_eq!(
        (record.format, record.scripts, record.viewport.unwrap().width),
        (Some(2), Some(false), 1280.0)
    );
    assert_eq!((record.page.unwrap().width, &record.address), (1280.0, &None));
    assert!(rendered.html.starts_with("<!DOCTYPE html><html>"));
}

#[test]
fn what_a_reader_sees_is_seen() {
    let Some(options) = options() else { return };
    let seen = Seen::of(
        &options,
        "<!doctype html><style>@keyframes in{from{opacity:0}to{opacity:1}} p.in{opacity:0;animation:in 9s 5s both}
        .sr{position:absolute;clip:rect(1px,1px,1px,1px)}</style>
        <p class=in>fades in<div style='content-visibility:auto;margin-top:5000px'>far down</div>
        <p style='opacity:.1'><b style='opacity:.05'>faint</b><p style='visibility:hidden'>invisible</p>
        <p class=sr>cut</p><p class=sr>in <b>a cut</b></p><details><summary>open me</summary>closed</details>
        <div style='height:0;overflow:hidden'>rolled up</div><div style='overflow:scroll;height:9px'>scrolls</div>
        <p style='clip-path:inset(50%)'>inset</p>",
    );
    for text in ["fades in", "far down", "open me", "scrolls"] {
        assert!(seen.is_seen(text), "{text}");
    }
    for text in ["faint", "invisible", "cut", "a cut", "closed", "inset"] {
        assert!(!seen.is_seen(text), "{text}");
    }
    assert!(seen.style("rolled up").clips && seen.style("scrolls").clips && !seen.style("far down").clips);
}

#[test]
fn what_the_body_cuts_off_the_window_cuts_off() {
    let Some(options) = options() else { return };
    let seen = Seen::of(&options, "<style>body{overflow-x:hidden;height:0}</style>Rye");
    assert!(!seen.style("Rye").clips);
    let seen = Seen::of(&options, "<style>html,body{overflow:hidden;height:0}</style>Rye");
    assert!(seen.style("Rye").clips, "the window takes that of the root");
}

#[test]
fn shadow_trees_are_left_out_and_their_slots_are_not() {
    let Some(options) = options() else { return };
    let html = "<x-a><template shadowrootmode=open><p>Shade<slot></slot></template><b>Rye</b></x-a><p>Oats";
    let rendered = render(&options, html);
    let doc = parse(html, &Limits::default()).document;
    let fitted = rendered.record.fit(&doc);
    let missing = fitted.misfit.texts;
    assert_eq!((fitted.misfit.nodes, missing), (0, 0), "{:?}", rendered.record.nodes);
    assert!(!rendered.html.contains("Shade"));
}

#[test]
fn scripts_run_where_they_are_asked_for() {
    let Some(options) = with_scripts() else { return };
    let html =
        "<p>Rye<script>document.body.append('Oats');setTimeout(()=>document.body.append('Wheat'),50)</script>
        </p><noscript><p>Barley</noscript>";
    let rendered = render(&options, html);
    assert!(
        rendered.html.contains("OatsWheat") || rendered.html.matches("Wheat").count() == 2,
        "{}",
        rendered.html
    );
    assert_eq!(rendered.record.scripts, Some(true));
    let off = render(&RenderOptions { scripts: false, ..options }, html);
    assert_eq!(off.html.matches("Wheat").count(), 1, "in the source of the script alone: {}", off.html);
    assert!(off.html.contains("<noscript><p>"), "{}", off.html);
}

#[test]
fn a_page_that_leads_on_stays() {
    let Some(options) = with_scripts() else { return };
    let html = "<form action=/b></form>
        <p>Rye<script>alert('x'); confirm('y'); print(); onbeforeunload = e => 'no';
        window.open('https://example.org/'); onload = () => { location = '/c'; document.forms[0].submit() }</script>";
    let rendered = render(&options, html);
    assert!(rendered.html.contains("<p>Rye"), "{}", rendered.html);
    assert!(rendered.blocked.total() > 0);
    let off = RenderOptions { scripts: false, ..options.clone() };
    for to in ["/a", "about:blank"] {
        let refreshed = render(&off, &format!("<meta http-equiv=refresh content='0;url={to}'><p>Rye"));
        assert!(refreshed.html.contains("<p>Rye"), "{}", refreshed.html);
    }
    let at_once = render(&options, "<script>location = 'https://example.org/next'</script><p>Rye");
    assert!(at_once.html.contains("<p>Rye"), "{}", at_once.html);
    assert_eq!((rendered.record.scripts, at_once.record.scripts), (Some(true), Some(false)));
}

#[test]
fn a_page_that_puts_another_in_its_place_without_a_request_is_drawn_without_scripts() {
    let Some(options) = with_scripts() else { return };
    for script in [
        "location = 'about:blank'",
        "setTimeout(() => location.replace('about:blank'), 50)",
        "location = URL.createObjectURL(new Blob(['<p>Oats'], {type: 'text/html'}))",
    ] {
        let began = Instant::now();
        let rendered = render(&options, &format!("<p>Rye<script>{script}</script><p>Wheat"));
        assert!(rendered.html.contains("<p>Wheat"), "{script}: {}", rendered.html);
        assert!(began.elapsed() < options.timeout, "{script}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_page_has_a_bounded_memory() {
    let Some(options) = with_scripts() else { return };
    // 500 MB: within the limit, and beyond one of 640 MiB, since Chromium takes some 350 MB.
    let html = "<p>Rye<script>
        const held = []; for (let n = 0; n < 5; n++) { held.push(new Uint8Array(1e8).fill(1)) }
        document.body.append('all of it')</script>";
    let holds_all = |rendered: &Rendered| rendered.html.matches("all of it").count() == 2;
    assert!(holds_all(&render(&options, html)));
    let less = RenderOptions { max_memory: 640 << 20, ..options };
    let rendered = render(&less, html);
    assert!(rendered.html.contains("<p>Rye") && !holds_all(&rendered), "{}", rendered.html);
}

/// A page that reaches for this machine in every way that is known.
fn reaching(tcp: u16, udp: u16) -> String {
    "<!doctype html><link rel=preconnect href=http://127.0.0.1:TCP><link rel=stylesheet href=http://127.0.0.1:TCP/a.css>
    <link rel=dns-prefetch href=//localhost:TCP><link rel=prefetch href=http://localhost:TCP/a>
    <link rel=icon href=http://localhost:TCP/i><link rel=manifest href=http://localhost:TCP/m>
    <script type=speculationrules>{\"prefetch\":[{\"urls\":[\"http://localhost:TCP/s\"],\"eagerness\":\"immediate\"}]}</script>
    <style>@import 'http://localhost:TCP/b.css';@font-face{font-family:f;src:url(http://localhost:TCP/f)}
    p{font-family:f;background:url(http://127.0.0.1:TCP/c.png)}</style><base href=http://127.0.0.1:TCP/>
    <img src=d.png srcset='e.png 2x'><iframe src=http://localhost:TCP/f></iframe><iframe sandbox src=/g></iframe>
    <iframe srcdoc='<img src=http://127.0.0.1:TCP/h.png>'></iframe><video src=v poster=w></video><object data=o></object>
    <script src=http://localhost:TCP/s.js></script><p>Rye<meta http-equiv=refresh content='0;url=http://127.0.0.1:TCP/r'>
    <script>
    const to = 'http://127.0.0.1:TCP/', socket = 'ws://127.0.0.1:TCP/';
    const tries = [
      () => new WebSocket(socket), () => fetch(to), () => navigator.sendBeacon(to, 'x'), () => new EventSource(to),
      () => { const r = new XMLHttpRequest(); r.open('POST', to); r.send() },
      () => new WebTransport('https://127.0.0.1:UDP/'),
      () => { const c = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:UDP'},
                {urls: 'turn:127.0.0.1:TCP?transport=tcp', username: 'u', credential: 'c'}]});
              c.createDataChannel('x'); c.createOffer().then(o => c.setLocalDescription(o)) },
      () => new Worker(URL.createObjectURL(new Blob([`fetch('${to}');new WebSocket('${socket}');importScripts('${to}')`]))),
      () => new SharedWorker('data:text/javascript,' + encodeURIComponent(`fetch('${to}');new WebSocket('${socket}')`)),
      () => navigator.serviceWorker.register(to + 'w.js'), () => window.open(to), () => import(to + 'm.js'),
      () => { const f = document.createElement('form'); f.action = to; f.method = 'post'; document.body.append(f); setTimeout(() => f.submit(), 1000) },
      () => { const a = document.createElement('a'); a.href = to; a.ping = to; a.download = 'x'; document.body.append(a); a.click() },
      () => setTimeout(() => location = to, 2000),
    ];
    for (const one of tries) try { one() } catch (e) { console.log(e) }
    </script>"
        .replace("TCP", &tcp.to_string())
        .replace("UDP", &udp.to_string())
}

#[test]
fn no_page_reaches_the_network() {
    let Some(options) = with_scripts() else { return };
    let options = RenderOptions { settle: Duration::from_secs(3), ..options };
    let (tcp, udp) = (TcpListener::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
    let (tcp_port, udp_port) = (tcp.local_addr().unwrap().port(), udp.local_addr().unwrap().port());
    let reached = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&reached);
    thread::spawn(move || {
        for _ in tcp.incoming() {
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    let count = Arc::clone(&reached);
    thread::spawn(move || {
        while udp.recv(&mut [0; 2000]).is_ok() {
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    let html = reaching(tcp_port, udp_port);
    for scripts in [true, false] {
        let rendered = render(&RenderOptions { scripts, ..options.clone() }, &html);
        assert!(rendered.blocked.total() > 10, "{:?}", rendered.blocked);
        assert!(rendered.html.contains("Rye"));
    }
    assert_eq!(reached.load(Ordering::SeqCst), 0);
    // The listener does count.
    std::net::TcpStream::connect(("127.0.0.1", tcp_port)).unwrap();
    let until = Instant::now() + Duration::from_secs(5);
    while reached.load(Ordering::SeqCst) == 0 && Instant::now() < until {
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(reached.load(Ordering::SeqCst), 1);
}

#[test]
fn resources_are_what_they_are_given() {
    let Some(options) = options() else { return };
    let sheet = Resource { content_type: "text/css".to_owned(), body: b"p{width:77px}".to_vec() };
    let resources = InMemory(BTreeMap::from([("https://example.org/a/b.css".to_owned(), sheet)]));
    let options = RenderOptions { resources: Arc::new(resources), ..options };
    let html = "<link rel=stylesheet href=b.css><link rel=stylesheet href=c.css><p>Rye";
    let mut renderer = Renderer::new(options).unwrap();
    let page = RenderSource { html, address: Some("https://example.org/a/#top") };
    let rendered = renderer.render(&page).unwrap();
    let paragraph = rendered.record.nodes.iter().find(|node| node.tag == "p").unwrap();
    assert_eq!(paragraph.width, Some(77.0));
    assert_eq!(rendered.blocked.0.get(&ResourceKind::Stylesheet), Some(&1), "{:?}", rendered.blocked);
    assert_eq!(rendered.record.address.as_deref(), Some("https://example.org/a/"));
    let elsewhere = renderer.render(&RenderSource { html, address: Some("ftp://example.org/") }).unwrap();
    assert_eq!(elsewhere.record.address, None);
}

/// Gives a script that asks for data twice, one after the other, and each time takes longer than scripts may go on by themselves.
#[derive(Debug)]
struct Slow;

impl debulha_render::Resources for Slow {
    fn get(&self, request: &debulha_render::PageRequest<'_>) -> Option<Resource> {
        thread::sleep(Duration::from_millis(300));
        let name = request.url.rsplit('/').next().unwrap();
        Some(Resource { content_type: "text/plain".to_owned(), body: name.as_bytes().to_vec() })
    }
}

#[test]
fn scripts_go_on_after_each_resource_that_they_get() {
    let Some(options) = with_scripts() else { return };
    let html = "<p id=a></p><script>
        const get = (name) => fetch(name).then((answer) => answer.text());
        addEventListener('load', () => get('rye').then((rye) => get('oats').then((oats) => {
            document.getElementById('a').textContent = rye + ' and ' + oats;
        })));
        </script>";
    let own = PageRenderOptions {
        timeout: options.timeout,
        settle: Duration::from_millis(250),
        resources: Arc::new(Slow),
    };
    let rendered = Renderer::new(options).unwrap().render_with(&page(html), &own).unwrap();
    assert!(rendered.html.contains("rye and oats"), "{}", rendered.html);
}

#[test]
fn a_page_that_asks_for_ever_is_seen_as_it_is_then() {
    let Some(options) = with_scripts() else { return };
    let html = "<p>Rye</p><script>
        const ask = () => fetch('/x').then(ask, ask);
        for (let nth = 0; nth < 50; nth += 1) ask();
        </script>";
    let own = PageRenderOptions {
        timeout: Duration::from_secs(8),
        settle: Duration::from_millis(250),
        resources: Arc::new(InMemory::default()),
    };
    let rendered = Renderer::new(options).unwrap().render_with(&page(html), &own).unwrap();
    assert!(rendered.html.contains("<p>Rye</p>"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_pool_that_is_stopped_leaves_no_browser() {
    let Some(options) = with_scripts() else { return };
    let pool = RendererPool::new(&options, 2).unwrap();
    let start = |renderer: &mut Renderer| {
        renderer.start().unwrap();
        renderer.process().unwrap()
    };
    let (busy, idle) = pool.with(|busy| (start(busy), pool.with(|idle| start(idle))));
    let is_there = |process: u32| std::path::Path::new(&format!("/proc/{process}")).exists();
    assert!(is_there(busy) && is_there(idle));
    let failed = thread::scope(|scope| {
        let drawing = scope.spawn(|| pool.render(&page("<p>Rye<script>for (;;) {}</script>")));
        thread::sleep(Duration::from_secs(1));
        assert!(pool.stop(Duration::from_secs(30)));
        drawing.join().unwrap().unwrap_err()
    });
    assert!(matches!(failed, RenderError::Stopped), "{failed}");
    assert!(!is_there(busy) && !is_there(idle));
    assert!(matches!(pool.render(&page("<p>Rye")), Err(RenderError::Stopped)));
}

#[test]
fn screenshots_have_the_height_of_the_page_up_to_the_limit() {
    let Some(options) = options() else { return };
    let height = |html: &str| {
        let options = RenderOptions { screenshot: Some(1000), ..options.clone() };
        let picture = render(&options, html).screenshot.unwrap();
        assert_eq!(&picture[1..4], b"PNG");
        u32::from_be_bytes(picture[20..24].try_into().unwrap())
    };
    assert_eq!(height("<body style='margin:0'><div style='height:900px'>Rye"), 900);
    assert_eq!(height("<div style='height:9000px'>Rye"), 1000);
}

#[test]
fn too_many_nodes_are_refused_and_the_next_page_is_not() {
    let Some(options) = options() else { return };
    let mut renderer = Renderer::new(RenderOptions { max_nodes: 100, ..options }).unwrap();
    let many = renderer.render(&page(&"<p>Rye".repeat(100)));
    assert!(matches!(many, Err(RenderError::TooManyNodes { limit: 100, nodes: 200.. })), "{many:?}");
    let process = renderer.process();
    assert!(process.is_some());
    renderer.render(&page("<p>Rye")).unwrap();
    assert_eq!(renderer.process(), process, "the same browser");
}

#[test]
#[cfg(target_os = "linux")]
fn a_page_opens_no_program_of_the_desktop() {
    use std::os::unix::fs::PermissionsExt;

    let Some(options) = with_scripts() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (opened, browser) = (folder.path().join("opened"), folder.path().join("browser"));
    let script = |path: &Path, text: String| {
        fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    };
    // Both what asks for the program of a scheme and what runs it.
    for name in ["xdg-open", "xdg-settings", "xdg-mime", "xdg-email"] {
        script(&folder.path().join(name), format!("echo \"$0 $@\" >> {}", opened.display()));
    }
    let chromium = find_browser(options.program.as_deref()).unwrap();
    script(&browser, format!("PATH={}:$PATH exec {} \"$@\"", folder.path().display(), chromium.display()));
    let options = RenderOptions { program: Some(browser), ..options };
    for address in ["mailto:mill@example.org", "steam://run/1"] {
        let rendered = render(&options, &format!("<p>Rye<script>location = '{address}'</script>"));
        assert!(rendered.html.contains("<p>Rye"), "{}", rendered.html);
    }
    assert_eq!(fs::read_to_string(opened).unwrap_or_default(), "");
}

#[test]
fn a_page_whose_scripts_do_not_end_is_rendered_without_them_in_a_new_browser() {
    let Some(options) = with_scripts() else { return };
    let timeout = Duration::from_secs(6);
    let mut renderer = Renderer::new(RenderOptions { timeout, ..options }).unwrap();
    renderer.start().unwrap();
    let first = renderer.process().unwrap();
    let rendered = renderer.render(&page("<p>Rye<script>for(;;);</script><p>Oats")).unwrap();
    assert!(rendered.html.contains("<p>Oats"), "{}", rendered.html);
    assert_eq!(rendered.record.scripts, Some(false));
    assert_eq!(rendered.warning().unwrap(), "rendered without scripts: timed out after 5 seconds");
    assert!(has_ended(first));
    let next = renderer.render(&page("<p>Rye<script>document.body.append('Oats')</script>")).unwrap();
    assert_eq!((next.record.scripts, next.scripts_failed), (Some(true), None));
}

#[test]
fn a_page_that_grows_too_large_by_scripts_is_rendered_without_them() {
    let Some(options) = with_scripts() else { return };
    let options = RenderOptions { max_nodes: 100, ..options };
    let html = "<p>Rye<script>for (let n = 0; n < 200; n++) document.body.append(document.createElement('p'))</script>";
    let rendered = render(&options, html);
    assert!(
        rendered.warning().unwrap().ends_with("the limit for rendering is 100"),
        "{:?}",
        rendered.warning()
    );
    assert!(rendered.html.contains("<p>Rye"), "{}", rendered.html);
}

#[test]
#[cfg(target_os = "linux")]
fn frames_of_a_page_have_no_processes_of_their_own() {
    let Some(options) = with_scripts() else { return };
    let frames = |count: usize| {
        let html = format!(
            "<p>Rye<script>for (let n = 0; n < {count}; n++) {{
                for (const src of [`https://h${{n}}.example/`, 'about:blank', 'data:text/html,<p>Oats']) {{
                    const frame = document.createElement('iframe'); frame.src = src; document.body.append(frame);
                }}
            }}</script>"
        );
        let mut renderer = Renderer::new(options.clone()).unwrap();
        let rendered = renderer.render(&page(&html)).unwrap();
        assert_eq!(rendered.html.matches("<iframe").count(), 3 * count);
        processes_of_group(renderer.process().unwrap())
    };
    let (none, some) = (frames(0), frames(30));
    assert!(some <= none + 2, "{none} and {some} processes");
}

#[test]
fn a_browser_that_is_killed_is_replaced() {
    let Some(options) = options() else { return };
    let mut renderer = Renderer::new(options).unwrap();
    renderer.render(&page("<p>Rye")).unwrap();
    let first = renderer.process().unwrap();
    kill(first);
    renderer.render(&page("<p>Oats")).unwrap();
    assert_ne!(renderer.process().unwrap(), first);
}

#[test]
fn browsers_are_replaced_after_so_many_pages_and_end_with_their_renderer() {
    let Some(options) = options() else { return };
    let mut renderer = Renderer::new(RenderOptions { pages_per_browser: 2, ..options }).unwrap();
    let mut processes = Vec::new();
    for _ in 0..3 {
        renderer.render(&page("<p>Rye")).unwrap();
        processes.push(renderer.process().unwrap());
    }
    assert_eq!((processes[0] == processes[1], processes[1] == processes[2]), (true, false), "{processes:?}");
    assert!(has_ended(processes[0]));
    drop(renderer);
    assert!(has_ended(processes[2]));
}

#[test]
fn a_pool_renders_pages_at_once() {
    let Some(options) = options() else { return };
    let pool = &RendererPool::new(&options, 2).unwrap();
    thread::scope(|scope| {
        let all = ["Rye", "Oats", "Wheat", "Spelt", "Barley"]
            .map(|text| scope.spawn(move || assert!(pool.render(&page(text)).unwrap().html.contains(text))));
        for one in all {
            one.join().unwrap();
        }
    });
}

#[test]
fn what_is_no_browser_is_said_so() {
    let named = |program: &str| RenderOptions { program: Some(program.into()), ..RenderOptions::default() };
    assert!(matches!(Renderer::new(named("/no/such")), Err(RenderError::NotFound(Some(_)))));
    let started = Renderer::new(named("false")).unwrap().render(&page("x"));
    assert!(matches!(started, Err(RenderError::Start { .. })), "{started:?}");
}

fn kill(process: u32) {
    assert!(Command::new("kill").args(["-9", &process.to_string()]).status().unwrap().success());
}

/// Processes of a browser: all have the number of its first as their group.
#[cfg(target_os = "linux")]
fn processes_of_group(group: u32) -> usize {
    let ps = Command::new("ps").args(["-e", "-o", "pgid="]).output().unwrap();
    let groups = String::from_utf8_lossy(&ps.stdout).into_owned();
    groups.split_whitespace().filter(|of| *of == group.to_string()).count()
}

/// Whether a process is no more, now or soon.
fn has_ended(process: u32) -> bool {
    let until = Instant::now() + Duration::from_secs(5);
    loop {
        let ps = Command::new("ps").args(["-o", "stat=", "-p", &process.to_string()]).output().unwrap();
        let state = String::from_utf8_lossy(&ps.stdout).trim().to_owned();
        if state.is_empty() || state.starts_with('Z') {
            return true;
        }
        if Instant::now() > until {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
}
