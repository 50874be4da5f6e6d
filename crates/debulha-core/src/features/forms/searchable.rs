//! Which forms may be tried as a search.

use super::{Control, Field, Form, FormKind, Method};
use thiserror::Error;

/// Why a form is not to be filled in by a program that looks for what lies behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormRefusal {
    /// Its fields belong to no form.
    #[error("the fields belong to no form")]
    NoForm,
    /// It has a password.
    #[error("it has a password field")]
    Password,
    /// It takes a file.
    #[error("it has a file field")]
    File,
    /// It takes the data of a card or an account.
    #[error("it has payment fields")]
    Payment,
    /// A model says what it is for.
    #[error("its kind is {0}")]
    Kind(FormKind),
    /// It asks for an e-mail address and nothing to search for.
    #[error("its only field is an e-mail address")]
    Subscription,
    /// It has a name or an e-mail address, and lines of text.
    #[error("it has a message field")]
    Message,
    /// It has no text to type and no list to choose from.
    #[error("it has no fillable field")]
    NothingToFill,
    /// It has several multi-line fields.
    #[error("it has several multi-line fields")]
    TextAreas,
    /// It is not sent in the address.
    #[error("it uses the method {}", .0.name().to_uppercase())]
    Method(Method),
}

/// Parts of the names of fields that take means of payment; letters and digits alone, in lower case.
const PAYMENT: [&str; 11] = [
    "creditcard",
    "cardnumber",
    "cardnum",
    "cardno",
    "ccnumber",
    "ccnum",
    "cvv",
    "cvc",
    "iban",
    "securitycode",
    "accountnumber",
];

/// Parts of the names of fields of several lines that take a message.
const MESSAGE: [&str; 5] = ["comment", "message", "body", "reply", "feedback"];

impl Form {
    /// Whether it may be tried as a search by what it is made of: [`Self::refusal`] without a model, sent in the address.
    pub fn is_searchable(&self) -> bool {
        self.refusal(None, false).is_none()
    }

    /// Why it must not be tried as a search, or `None`.
    ///
    /// The rule is our decision. No form with a password, a file or means of payment, whatever a model says. A form has at
    /// least one named field to type in or list to choose from, and at most one field of several lines. It is sent in
    /// the address; with `allow_post` in the body too. What `kind` a model gives it must be a search or something else than
    /// the other kinds; without a model, e-mail addresses and messages speak against it.
    pub fn refusal(&self, kind: Option<FormKind>, allow_post: bool) -> Option<FormRefusal> {
        let has = |control| self.fields.iter().any(|field| field.control == control);
        let areas = || self.fields.iter().filter(|field| field.control == Control::TextArea);
        let is_refused_kind = !matches!(kind, None | Some(FormKind::Search | FormKind::Other));
        if self.node.is_none() {
            Some(FormRefusal::NoForm)
        } else if has(Control::Password) {
            Some(FormRefusal::Password)
        } else if has(Control::File) {
            Some(FormRefusal::File)
        } else if self.fields.iter().any(|field| named(field, &PAYMENT)) {
            Some(FormRefusal::Payment)
        } else if let Some(kind) = kind.filter(|_| is_refused_kind) {
            Some(FormRefusal::Kind(kind))
        } else if !self.fields.iter().any(can_be_filled) {
            Some(FormRefusal::NothingToFill)
        } else if areas().count() > 1 {
            Some(FormRefusal::TextAreas)
        } else if kind != Some(FormKind::Search)
            && self.fields.iter().filter(|f| can_be_filled(f)).all(is_mail)
        {
            Some(FormRefusal::Subscription)
        } else if kind != Some(FormKind::Search)
            && areas().any(|area| named(area, &MESSAGE) || self.fields.iter().any(is_mail))
        {
            Some(FormRefusal::Message)
        } else {
            let is_sent = self.method == Method::Get || (allow_post && self.method == Method::Post);
            (!is_sent).then_some(FormRefusal::Method(self.method))
        }
    }
}

/// Whether a field is a line of text or a list, and is sent.
fn can_be_filled(field: &Field) -> bool {
    let takes = field.control.is_text() || (field.control == Control::Select && !field.options.is_empty());
    takes && !field.name.is_empty() && field.access == super::Access::Open
}

fn is_mail(field: &Field) -> bool {
    let placeholder = || field.placeholder.as_deref().is_some_and(|text| text.contains('@'));
    field.control == Control::Email || (field.control.is_text() && (named(field, &["mail"]) || placeholder()))
}

/// Whether the name of a field that a reader fills in has one of some parts.
fn named(field: &Field, parts: &[&str]) -> bool {
    if field.control == Control::Hidden || field.control.is_button() {
        return false;
    }
    let name: String = field.name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    parts.iter().any(|part| name.contains(part))
}
