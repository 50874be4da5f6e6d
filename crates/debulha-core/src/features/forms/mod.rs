//! The forms of a page: where they send what, their fields, and what a reader is told of each field.
//!
//! One reading for all that asks: [`read`] takes the markup alone, [`forms`] adds the [`Label`]s that need a view of the page.
//! What kind of form one is says [`FormKinds`](crate::classify::form_kinds::FormKinds), and whether it may be tried as a
//! search says [`Form::refusal`].

mod kind;
mod labels;
mod places;
mod read;
mod searchable;
#[cfg(test)]
mod tests;
pub mod tokens;

pub use kind::{FieldKind, FormKind};
pub use labels::forms;
pub use read::read;
pub use searchable::FormRefusal;

use debulha_dom::NodeId;
use std::sync::Arc;
use url::Url;

/// A form, or the fields of a page that belong to none.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// The `form` element. `None`: these are the fields outside all forms, which no browser submits and scripts may.
    pub node: Option<NodeId>,
    /// How it is sent.
    pub method: Method,
    /// Where it is sent, as written; empty: to the page itself. See [`Self::action_url`].
    pub action: String,
    /// How its fields are written in the body.
    pub encoding: Encoding,
    /// The character encodings that it asks for, as written.
    pub accept_charset: Option<String>,
    /// Its fields, in document order of their first elements.
    pub fields: Vec<Field>,
}

impl Form {
    /// The address that it is sent to, without what is filled in. `base` is what relative addresses are relative to
    /// ([`Page::base_address`](crate::Page::base_address)); a form without an action is sent to `own`, the page itself.
    ///
    /// `None` where the address is broken or that of a script, and where it is relative to what is not known.
    pub fn action_url(&self, base: Option<&Url>, own: Option<&Url>) -> Option<Url> {
        let action = self.action.trim();
        if action.is_empty() {
            return own.or(base).cloned();
        }
        Url::options().base_url(base).parse(action).ok().filter(|url| url.scheme() != "javascript")
    }
}

/// How a form is sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Method {
    /// In the address; also where the form says nothing, or what no browser knows.
    #[default]
    Get,
    /// In the body of a request.
    Post,
    /// Not at all: it closes the dialogue that it stands in.
    Dialog,
}

impl Method {
    /// As HTML spells it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "get",
            Method::Post => "post",
            Method::Dialog => "dialog",
        }
    }
}

/// How fields are written in the body of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Encoding {
    /// `application/x-www-form-urlencoded`; also where the form says nothing, or what no browser knows.
    #[default]
    UrlEncoded,
    /// `multipart/form-data`.
    Multipart,
    /// `text/plain`.
    Plain,
}

impl Encoding {
    /// The media type.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::UrlEncoded => "application/x-www-form-urlencoded",
            Encoding::Multipart => "multipart/form-data",
            Encoding::Plain => "text/plain",
        }
    }
}

/// A field: a control, or the radio buttons or checkboxes of one name in one form.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its element, or the first one.
    pub node: NodeId,
    /// Its name; empty where it has none, and then it is not sent.
    pub name: String,
    /// What it is.
    pub control: Control,
    /// What a reader is told of it; none as [`read`] gives it.
    pub label: Option<Label>,
    /// What it holds before anybody touches it. Empty where [`Self::options`] says that.
    pub value: String,
    /// What can be chosen: options of a select, radio buttons, checkboxes.
    pub options: Vec<Choice>,
    /// Whether the form is not sent without a value.
    pub required: bool,
    /// Whether several options can be chosen.
    pub multiple: bool,
    /// Whether a reader can change it.
    pub access: Access,
    /// The longest text that it takes, in UTF-16 units.
    pub max_length: Option<u32>,
    /// Text that shows while it is empty.
    pub placeholder: Option<String>,
}

impl Field {
    /// The values that it has been given on the page: of a text its value, of other controls the chosen options. None of
    /// buttons.
    pub fn chosen(&self) -> Vec<&str> {
        if self.control.is_button() {
            return Vec::new();
        }
        if !self.control.has_options() {
            return vec![&self.value];
        }
        let chosen = self.options.iter().filter(|choice| choice.selected);
        chosen.map(|choice| choice.value.as_str()).collect()
    }

    /// The values that it is sent with if nobody touches it: [`Self::chosen`], but none of a field without a name or that is
    /// disabled, and of a drop-down list where nothing is chosen the first option that can be.
    pub fn initial(&self) -> Vec<&str> {
        if self.name.is_empty() || self.access == Access::Disabled {
            return Vec::new();
        }
        let mut chosen = self.chosen();
        if self.control == Control::Select && !self.multiple {
            // The last of several counts.
            chosen.drain(..chosen.len().saturating_sub(1));
            if chosen.is_empty() {
                let first = self.options.iter().find(|choice| !choice.disabled);
                chosen.extend(first.map(|choice| choice.value.as_str()));
            }
        }
        chosen
    }
}

/// Something that can be chosen: an option, a radio button, a checkbox.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Its element.
    pub node: NodeId,
    /// What is sent when it is chosen.
    pub value: String,
    /// What a reader is told of it; empty where nothing. Of buttons and boxes as [`read`] gives it: empty.
    pub label: String,
    /// Whether it is chosen on the page.
    pub selected: bool,
    /// Whether it cannot be chosen.
    pub disabled: bool,
    /// The label of the group of options that it is in.
    pub group: Option<Arc<str>>,
}

/// Whether a reader can change a field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Access {
    /// Yes.
    #[default]
    Open,
    /// No, and it is sent.
    ReadOnly,
    /// No, and it is not sent.
    Disabled,
}

macro_rules! controls {
    ($($control:ident $name:literal $docs:literal)*) => {
        /// What a field is. An `input` of a type that HTML does not know is a text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Control {
            $(#[doc = $docs] $control,)*
        }

        impl Control {
            /// All of them.
            pub const ALL: &[Control] = &[$(Control::$control),*];

            /// Its name: the type of an `input`, or the element.
            pub fn name(self) -> &'static str {
                match self {
                    $(Control::$control => $name,)*
                }
            }
        }
    };
}

controls! {
    Text "text" "A line of text."
    Search "search" "A line of text to search for."
    Email "email" "An e-mail address."
    Url "url" "An address."
    Tel "tel" "A telephone number."
    Number "number" "A number."
    Range "range" "A number, set on a scale."
    Date "date" "A day."
    Month "month" "A month."
    Week "week" "A week."
    Time "time" "A time of day."
    DateTime "datetime-local" "A day and a time; `datetime` too."
    Color "color" "A colour."
    Password "password" "A text that is not shown."
    Hidden "hidden" "Nothing that a reader sees."
    Checkbox "checkbox" "Boxes to tick."
    Radio "radio" "Buttons of which one is chosen."
    Select "select" "A list of options."
    TextArea "textarea" "Lines of text."
    File "file" "A file."
    Submit "submit" "A button that sends the form."
    Image "image" "A picture that sends the form, with the place of the click."
    Reset "reset" "A button that empties the form."
    Button "button" "A button that does what a script says."
}

impl Control {
    /// Whether it is a button, with nothing to fill in or choose.
    pub fn is_button(self) -> bool {
        matches!(self, Control::Submit | Control::Image | Control::Reset | Control::Button)
    }

    /// Whether something is chosen from [`Field::options`].
    pub fn has_options(self) -> bool {
        matches!(self, Control::Checkbox | Control::Radio | Control::Select)
    }

    /// Whether a line of text is typed, of whatever meaning.
    pub fn is_text(self) -> bool {
        use Control::{Email, Number, Search, Tel, Text, Url};
        matches!(self, Text | Search | Email | Url | Tel | Number)
    }
}

/// What a reader is told of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The text, its white space folded, at most [`MAX_LABEL`] bytes.
    pub text: String,
    /// Where it is from.
    pub source: LabelSource,
}

/// Bytes of a label that are read. No label of a labelled form is nearly as long; without an end, fields that share a
/// label would cost its length each.
pub const MAX_LABEL: usize = 300;

/// Where a label is from, in the order in which they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LabelSource {
    /// The text of a button: between its tags, its `value`, or `alt` of a picture.
    Own,
    /// A `label` element that names the field.
    For,
    /// The `label` element around the field.
    Around,
    /// The elements that `aria-labelledby` names.
    LabelledBy,
    /// `aria-label`.
    Aria,
    /// The nearest text on the drawn page, left of the field or above it.
    Place,
    /// The nearest text before the field, in its row or block, or above it in its column.
    Before,
    /// The `legend` of the `fieldset` around radio buttons or checkboxes.
    Legend,
    /// `placeholder`.
    Placeholder,
    /// `title`.
    Title,
}

impl LabelSource {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            LabelSource::Own => "own",
            LabelSource::For => "for",
            LabelSource::Around => "around",
            LabelSource::LabelledBy => "aria-labelledby",
            LabelSource::Aria => "aria-label",
            LabelSource::Place => "place",
            LabelSource::Before => "before",
            LabelSource::Legend => "legend",
            LabelSource::Placeholder => "placeholder",
            LabelSource::Title => "title",
        }
    }
}
