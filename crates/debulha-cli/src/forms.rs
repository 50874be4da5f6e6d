//! `debulha forms`: the forms of pages, their fields, and what they are for.

use crate::drawing::{DrawingArgs, PageDrawing};
use crate::format::{FormatArgs, TextOrJson};
use crate::help;
use crate::inputs::PageInput;
use crate::models;
use crate::output::{OutputForm as Pages, OutputShape, OutputStyle};
use crate::pages::{PageLine, PageOutput, PagesArgs, json_line};
use crate::reading::ReadingArgs;
use anyhow::{Context, Result};
use debulha_core::classify::form_kinds::{FormKinds, JudgedForm};
use debulha_core::features::forms::{Access, Choice, Field, FieldKind, Form, Method, forms};
use debulha_core::source::LoadedPage;
use debulha_core::{Evidence, Page};
use debulha_dom::XPaths;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of a list that text names.
const MAX_OPTIONS: usize = 5;

/// List forms and their fields, and classify both
///
/// In text, a form is a paragraph: its kind and probability, its method and the URL it is submitted to, then one line per
/// field with its name, control, kind, label and options. Hidden fields are included.
///
/// With --json, each page is one object per line; docs/json-schema.md lists the fields. Labels are read from markup and
/// nearby text, and with --layout or --render from positions on the rendered page.
///
/// Exits with 1 if a page has no form.
#[derive(Debug, clap::Args)]
pub struct FormsArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Forms model from `debulha train forms`, instead of the built-in one
    #[arg(long, value_name = "FILE", help_heading = help::SYSTEM)]
    model: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    pages: PagesArgs,
}

/// Runs the verb.
///
/// # Errors
/// A usage error, a model that cannot be read, and those of standard output.
pub(crate) fn run(args: &FormsArgs) -> Result<ExitCode> {
    args.reading.check()?;
    let kinds = match &args.model {
        Some(path) => {
            let read = FormKinds::of_model(&models::read(path)?);
            Some(Cow::Owned(read.with_context(|| path.display().to_string())?))
        }
        None => FormKinds::shipped().map(Cow::Borrowed),
    };
    let inputs = args.pages.inputs(&args.reading)?;
    let several = inputs.several;
    let format = args.format.of(args.pages.output())?;
    let style = match format {
        TextOrJson::Json => OutputStyle { extension: "json", form: Pages::JsonLines },
        TextOrJson::Text => OutputStyle { extension: "txt", form: Pages::Rows { header: String::new() } },
    };
    let drawing = args.drawing.start(&inputs, &args.reading, args.pages.jobs(), &args.pages.messages())?;
    args.pages.run(inputs, &style, |input, shape| {
        let name = several.then_some(input.name.as_str());
        let is_json = format == TextOrJson::Json || shape == OutputShape::JsonLine;
        Ok(of_page(args, kinds.as_deref(), &drawing, input, (is_json, name))?)
    })
}

fn of_page(
    args: &FormsArgs,
    kinds: Option<&FormKinds>,
    drawing: &PageDrawing<'_>,
    input: &PageInput,
    (is_json, name): (bool, Option<&str>),
) -> Result<PageOutput, String> {
    let read = args.reading.read(input)?;
    let drawn = drawing.page(input, &read)?;
    let loaded = drawn.load(&read, &args.reading);
    let page = loaded.page(Evidence::of_url(read.url.as_deref()));
    let judged: Vec<(Form, Option<JudgedForm>)> = forms(&page)
        .into_iter()
        .map(|form| {
            let judged = kinds.filter(|_| form.node.is_some()).map(|kinds| kinds.judge(&page, &form));
            (form, judged)
        })
        .collect();
    if judged.is_empty() {
        return Err("no form".to_owned());
    }
    let text = if is_json {
        let paths = XPaths::new(page.document());
        let shown = FormsContext { page: &page, loaded: &loaded, paths: &paths };
        let forms: Vec<FormJson<'_>> =
            judged.iter().map(|(form, judged)| shown.form(form, judged.as_ref())).collect();
        json_line(&PageLine { file: &input.name, page: FormsPageJson { forms } })?
    } else {
        let paragraphs = judged.iter().map(|(form, judged)| paragraph(&page, form, judged.as_ref()));
        let text = paragraphs.collect::<Vec<_>>().join("\n");
        match name {
            Some(name) => format!("{name}\n\n{text}"),
            None => text.trim_end().to_owned(),
        }
    };
    Ok(PageOutput::new(text, read.fault.or(drawn.fault)))
}

/// A form in words.
fn paragraph(page: &Page<'_>, form: &Form, judged: Option<&JudgedForm>) -> String {
    let mut text = match (form.node, judged) {
        (None, _) => "fields without a form".to_owned(),
        (Some(_), None) => "form".to_owned(),
        (Some(_), Some(judged)) => format!("{} ({:.2})", judged.kind, judged.probability),
    };
    if form.node.is_some() {
        let url = form.action_url(page.base_address(), page.address());
        let action = url.map_or_else(|| one_line(&form.action), String::from);
        let action = if action.is_empty() { "the page itself" } else { &action };
        // Writing to a string cannot fail.
        let _ = write!(text, ": {} {action}", form.method.name().to_uppercase());
    }
    text.push('\n');
    for (nth, field) in form.fields.iter().enumerate() {
        let name = if field.name.is_empty() { "-".to_owned() } else { one_line(&field.name) };
        let _ = write!(text, "  {name}: {}", field.control.name());
        if let Some((kind, probability)) = judged.and_then(|judged| judged.fields[nth]) {
            let _ = write!(text, ", {kind} ({probability:.2})");
        }
        if let Some(label) = &field.label {
            let _ = write!(text, ", \"{}\"", one_line(&label.text));
        }
        if field.required {
            text.push_str(", required");
        }
        if !field.options.is_empty() {
            text.push_str(&options(&field.options));
        }
        text.push('\n');
    }
    text
}

/// The number of options, and the first ones.
fn options(options: &[Choice]) -> String {
    let shown = |choice: &Choice| {
        let text = if choice.label.is_empty() { &choice.value } else { &choice.label };
        one_line(text)
    };
    let first: Vec<String> = options.iter().take(MAX_OPTIONS).map(shown).collect();
    let rest = if options.len() > MAX_OPTIONS { ", …" } else { "" };
    let unit = if options.len() == 1 { "option" } else { "options" };
    format!(", {} {unit}: {}{rest}", options.len(), first.join(", "))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a line of JSON is made with.
#[derive(Clone, Copy)]
struct FormsContext<'a> {
    page: &'a Page<'a>,
    loaded: &'a LoadedPage,
    paths: &'a XPaths<'a>,
}

#[derive(Serialize)]
struct FormsPageJson<'a> {
    forms: Vec<FormJson<'a>>,
}

#[derive(Serialize)]
struct FormJson<'a> {
    xpath: Option<String>,
    bytes: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<f64>,
    method: &'static str,
    action: &'a str,
    url: Option<String>,
    encoding: &'static str,
    accept_charset: Option<&'a str>,
    searchable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
    fields: Vec<FieldJson<'a>>,
}

#[derive(Serialize)]
#[allow(clippy::struct_excessive_bools)] // Each is a property of a field.
struct FieldJson<'a> {
    xpath: String,
    name: &'a str,
    control: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<f64>,
    label: Option<&'a str>,
    label_source: Option<&'static str>,
    value: &'a str,
    placeholder: Option<&'a str>,
    required: bool,
    multiple: bool,
    disabled: bool,
    readonly: bool,
    max_length: Option<u32>,
    options: Vec<ChoiceJson<'a>>,
}

#[derive(Serialize)]
struct ChoiceJson<'a> {
    value: &'a str,
    label: &'a str,
    selected: bool,
    disabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
}

impl<'a> FormsContext<'a> {
    fn form(self, form: &'a Form, judged: Option<&JudgedForm>) -> FormJson<'a> {
        let range = form.node.and_then(|node| self.page.document().source_range(node));
        let refusal = form.refusal(judged.map(|judged| judged.kind), false);
        let url = form.action_url(self.page.base_address(), self.page.address());
        let field = |(nth, field)| self.field(field, judged.and_then(|judged| judged.fields[nth]));
        FormJson {
            xpath: form.node.map(|node| self.paths.of(node)),
            bytes: range.map(|range| self.loaded.bytes_of(range)).map(|bytes| [bytes.start, bytes.end]),
            kind: judged.map(|judged| judged.kind.name()),
            probability: judged.map(|judged| rounded(judged.probability)),
            method: form.method.name(),
            action: &form.action,
            url: url.filter(|_| form.node.is_some() && form.method != Method::Dialog).map(String::from),
            encoding: form.encoding.name(),
            accept_charset: form.accept_charset.as_deref(),
            searchable: refusal.is_none(),
            refusal: refusal.map(|refusal| refusal.to_string()),
            fields: form.fields.iter().enumerate().map(field).collect(),
        }
    }

    fn field(self, field: &'a Field, kind: Option<(FieldKind, f64)>) -> FieldJson<'a> {
        let option = |choice: &'a Choice| ChoiceJson {
            value: &choice.value,
            label: &choice.label,
            selected: choice.selected,
            disabled: choice.disabled,
            group: choice.group.as_deref(),
        };
        FieldJson {
            xpath: self.paths.of(field.node),
            name: &field.name,
            control: field.control.name(),
            kind: kind.map(|(kind, _)| kind.name()),
            probability: kind.map(|(_, probability)| rounded(probability)),
            label: field.label.as_ref().map(|label| label.text.as_str()),
            label_source: field.label.as_ref().map(|label| label.source.name()),
            value: &field.value,
            placeholder: field.placeholder.as_deref(),
            required: field.required,
            multiple: field.multiple,
            disabled: field.access == Access::Disabled,
            readonly: field.access == Access::ReadOnly,
            max_length: field.max_length,
            options: field.options.iter().map(option).collect(),
        }
    }
}

/// A probability to four digits, which is more than it is worth.
fn rounded(probability: f64) -> f64 {
    (probability * 1e4).round() / 1e4
}
