//! Pages from a folder that the caller may read.

use crate::problem::Problem;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A folder. What lies outside of it cannot be read, by `..`, an absolute path or a symbolic link either.
#[derive(Debug, Clone)]
pub struct Files {
    root: PathBuf,
}

impl Files {
    /// The files below a folder.
    ///
    /// # Errors
    /// A folder that is not there.
    pub fn below(folder: &Path) -> io::Result<Self> {
        let root = folder.canonicalize()?;
        if !root.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "not a folder"));
        }
        Ok(Files { root })
    }

    /// Reads a file of at most so many bytes.
    ///
    /// # Errors
    /// 400 for what cannot be read or is no file below the folder, 413 for what is too large.
    pub fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, Problem> {
        // One answer for what is not there and what may not be read: the caller learns nothing of what lies outside.
        let refused =
            || Problem::bad_request("path", "there is no such file below the folder that may be read");
        let found = self.root.join(path).canonicalize().map_err(|_| refused())?;
        if !found.starts_with(&self.root) || !found.is_file() {
            return Err(refused());
        }
        let file = File::open(found).map_err(|_| refused())?;
        let mut bytes = Vec::new();
        file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(|_| refused())?;
        if bytes.len() > most {
            return Err(Problem::new(413, "page-too-large", format!("the file has more than {most} bytes")));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_what_lies_below_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        fs::create_dir_all(inside.join("deep")).unwrap();
        fs::write(inside.join("deep/rye.html"), "<p>Rye").unwrap();
        fs::write(folder.path().join("oats.html"), "<p>Oats").unwrap();
        let files = Files::below(&inside).unwrap();
        assert_eq!(files.read("deep/rye.html", 6).unwrap(), b"<p>Rye");
        assert_eq!(files.read("deep/../deep/rye.html", 6).unwrap(), b"<p>Rye");
        assert_eq!(files.read("deep/rye.html", 5).unwrap_err().status().as_u16(), 413);
        let absolute = folder.path().join("oats.html").to_string_lossy().into_owned();
        for outside in
            ["../oats.html", "deep/../../oats.html", &absolute, "/etc/passwd", "deep", "none.html", ""]
        {
            assert_eq!(files.read(outside, 100).unwrap_err().status().as_u16(), 400, "{outside}");
        }
        assert!(Files::below(&inside.join("deep/rye.html")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        fs::create_dir(&inside).unwrap();
        fs::write(folder.path().join("oats.html"), "<p>Oats").unwrap();
        std::os::unix::fs::symlink(folder.path().join("oats.html"), inside.join("link.html")).unwrap();
        let files = Files::below(&inside).unwrap();
        assert_eq!(files.read("link.html", 100).unwrap_err().status().as_u16(), 400);
    }
}
