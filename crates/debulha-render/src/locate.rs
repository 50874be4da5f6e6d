//! Where the browser is.

use crate::RenderError;
use std::env;
use std::path::{Path, PathBuf};

/// Names of the browser, the first that is on the `PATH` counts.
pub(crate) const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The browser's program: the one that is given, or else the first on the `PATH` of `chromium`, `chromium-browser` and
/// `google-chrome`.
///
/// # Errors
/// [`RenderError::NotFound`].
pub fn find_browser(given: Option<&Path>) -> Result<PathBuf, RenderError> {
    if let Some(path) = given {
        let is_name = path.components().count() == 1 && !path.is_file();
        let found = if is_name { on_path(path) } else { path.is_file().then(|| path.to_owned()) };
        return found.ok_or_else(|| RenderError::NotFound(Some(path.to_owned())));
    }
    NAMES.iter().find_map(|name| on_path(Path::new(name))).ok_or(RenderError::NotFound(None))
}

fn on_path(name: &Path) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_path_or_a_name_is_looked_for() {
        let own = std::env::current_exe().unwrap();
        assert_eq!(find_browser(Some(&own)).unwrap(), own);
        assert!(find_browser(Some(Path::new("sh"))).unwrap().is_absolute());
        let missing = find_browser(Some(Path::new("/no/such/browser"))).unwrap_err();
        assert_eq!(missing.to_string(), "Chromium not found: /no/such/browser does not exist");
    }
}
