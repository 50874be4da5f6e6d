//! Pages without labels, from files.

use crate::exit::Usage;
use crate::inputs::{InputPlace, Inputs, PageInput, listed};
use crate::layout::LayoutArgs;
use crate::reading::ReadingArgs;
use anyhow::{Context, Result};
use debulha_core::Evidence;
use debulha_core::Page;
use debulha_core::classify::model::DataSet;
use debulha_core::features::hosts::host_of;
use debulha_learn::pages::{PageError, PageInfo, Pages};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Files as pages, read when they are requested.
pub(super) struct InputPages {
    inputs: Vec<PageInput>,
    list: Vec<PageInfo>,
    layout: LayoutArgs,
    reading: ReadingArgs,
    name: String,
}

impl InputPages {
    /// The files that the arguments mean, in their order, then those of the list. The site of a page is the host of its
    /// address, or else its folder.
    ///
    /// # Errors
    /// [`Usage`] for a malformed pattern or for no page at all; a list that cannot be read.
    pub(super) fn find(args: &[PathBuf], page_list: Option<&Path>, layout: LayoutArgs) -> Result<Self> {
        let mut inputs = if args.is_empty() { Vec::new() } else { Inputs::find(args, None)?.list };
        if let Some(path) = page_list {
            inputs.extend(listed(path, false).with_context(|| path.display().to_string())?);
        }
        let reason = inputs.iter().find_map(|input| match &input.place {
            InputPlace::Unusable(reason) => Some(format!(": {}: {reason}", input.name)),
            _ => None,
        });
        if inputs.iter().all(|input| matches!(input.place, InputPlace::Unusable(_))) {
            return Err(Usage(format!("no pages to learn from{}", reason.unwrap_or_default())).into());
        }
        let info = |input: &PageInput| {
            let host = input.url.as_deref().and_then(host_of).map(str::to_ascii_lowercase);
            let site = host.or_else(|| input.folder.clone()).unwrap_or_default();
            PageInfo { id: input.name.clone(), site, url: input.url.clone(), ..PageInfo::default() }
        };
        let list = inputs.iter().map(info).collect();
        let names = args.iter().map(PathBuf::as_path).chain(page_list).map(super::data::name);
        let name = names.collect::<Vec<_>>().join(", ");
        Ok(InputPages { inputs, list, layout, reading: ReadingArgs::default(), name })
    }

    /// Of the names, addresses and sizes of the files.
    fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for input in &self.inputs {
            let size = match &input.place {
                InputPlace::File(path) => fs::metadata(path).map_or(0, |metadata| metadata.len()),
                InputPlace::Record { offset, .. } => *offset,
                _ => 0,
            };
            let url = input.url.as_deref().unwrap_or_default();
            hash.update(format!("{}\t{url}\t{size}\n", input.relative.display()));
        }
        hash.finalize().iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

impl Pages for InputPages {
    fn list(&self) -> &[PageInfo] {
        &self.list
    }

    fn visit(&self, index: usize, work: &mut dyn FnMut(&Page<'_>)) -> Result<(), PageError> {
        let (input, info) = (&self.inputs[index], &self.list[index]);
        let failed = |reason| PageError { id: info.id.clone(), reason };
        let mut loaded = self.reading.load(input).map_err(failed)?.page;
        if let Some(record) = self.layout.read(input).map_err(failed)? {
            loaded = loaded.with_layout(&record);
        }
        work(&loaded.page(Evidence::of_url(info.url.as_deref())));
        Ok(())
    }

    fn data_sets(&self) -> Vec<DataSet> {
        vec![DataSet {
            name: self.name.clone(),
            digest: self.digest(),
            licence: "not stated".to_owned(),
            examples: self.list.len() as u64,
        }]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn hosts_or_folders_are_sites() {
        let dir = tempfile::tempdir().unwrap();
        for (name, html) in
            [("a/1.html", "<p>one"), ("a/2.html", "<p>two"), ("b/1.html", "<p>three"), ("b/2.bin", "\0\u{1}")]
        {
            fs::create_dir_all(dir.path().join(name).parent().unwrap()).unwrap();
            fs::write(dir.path().join(name), html).unwrap();
        }
        let pages = InputPages::find(&[dir.path().to_owned()], None, LayoutArgs { layout: None }).unwrap();
        let sites: Vec<&str> = pages.list().iter().map(|page| page.site.as_str()).collect();
        assert_eq!(sites, ["a", "a", "b", "b"]);
        let mut texts = Vec::new();
        for index in 0..3 {
            pages.visit(index, &mut |page| texts.push(page.document().text_content(page.body()))).unwrap();
        }
        assert_eq!(texts, ["one", "two", "three"]);
        assert!(pages.visit(3, &mut |_| ()).is_err());

        let list = dir.path().join("list");
        fs::write(&list, format!("{}\thttp://News.org/1\n", dir.path().join("a/1.html").display())).unwrap();
        let pages = InputPages::find(&[], Some(&list), LayoutArgs { layout: None }).unwrap();
        assert_eq!(pages.list()[0].site, "news.org");
        assert_eq!(pages.data_sets()[0].name, "list");
        assert!(InputPages::find(&[], None, LayoutArgs { layout: None }).is_err());
    }
}
