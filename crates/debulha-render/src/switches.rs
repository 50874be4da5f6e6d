//! The switches that the browser is started with.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

/// For every browser, with the reasons.
const ALWAYS: &[&str] = &[
    "--headless",
    // Commands come on file descriptor 3, answers go to 4. When the pipe closes, the browser ends.
    "--remote-debugging-pipe",
    // No way to the network, in case that a request is not asked about, as those of WebSockets, of WebRTC and of connections
    // made ahead are not: all hosts, this machine's included, are behind a proxy that has no address.
    "--proxy-server=http://proxy.invalid:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    // What the browser would ask for by itself.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    // Frames share the process of their page, so that its memory is bounded: a page of 1,000 frames would start some 250 processes.
    "--disable-site-isolation-trials",
    // An address with http is opened as it is; a sandboxed frame needs no process of its own; no models are loaded.
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,IsolateSandboxedIframes,MediaRouter,\
     OptimizationGuideModelDownloading,OptimizationHints,Translate",
    // Nothing of the user's.
    "--password-store=basic",
    "--use-mock-keychain",
    // The same picture everywhere.
    "--disable-gpu",
    "--disable-lazy-loading",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--lang=en-US",
    "--mute-audio",
    // Small machines and containers: shared memory in the browser's own folder.
    "--disable-dev-shm-usage",
    // Pages in the background are drawn as fast as others.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-hang-monitor",
    "--disable-renderer-backgrounding",
];

/// The browser's profile, within its files.
const PROFILE: &str = "profile";

/// Settings of the profile. Pages navigate within the web alone: for another scheme, such as `mailto` or `steam`, the browser would run
/// the program that the user's desktop has for it.
const PREFERENCES: &str = r#"{"policy": {
    "url_blocklist": ["*"],
    "url_allowlist": ["http://*", "https://*", "about:*", "blob:*", "data:*"]
}}"#;

/// Sets up the profile of a browser with its files in `files`.
///
/// # Errors
/// Of the file system.
pub(crate) fn set_up_profile(files: &Path) -> io::Result<()> {
    let folder = files.join(PROFILE).join("Default");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("Preferences"), PREFERENCES)
}

/// All switches of a browser with its files in `files`.
pub(crate) fn switches(files: &Path, sandbox: bool) -> Vec<OsString> {
    let mut switches: Vec<OsString> = ALWAYS.iter().map(OsString::from).collect();
    let mut profile = OsString::from("--user-data-dir=");
    profile.push(files.join(PROFILE));
    switches.push(profile);
    if !sandbox {
        switches.push("--no-sandbox".into());
    }
    switches.push("about:blank".into());
    switches
}
