//! What forms are for.

use std::fmt;

macro_rules! kinds {
    ($($kind:ident $code:literal $name:literal $docs:literal)*) => {
        /// What a form is for: the types of Formasaurus's data, the rare ones among them joined.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FormKind {
            $(#[doc = $docs] $kind,)*
        }

        impl FormKind {
            /// All of them.
            pub const ALL: &[FormKind] = &[$(FormKind::$kind),*];

            /// Its code in the labelled data.
            pub fn code(self) -> &'static str {
                match self {
                    $(FormKind::$kind => $code,)*
                }
            }

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(FormKind::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    Search "s" "search" "To search."
    Login "l" "login" "To log in."
    Registration "r" "registration" "To register."
    Recovery "p" "password recovery" "To get a forgotten password or user name back."
    Contact "c" "contact or comment" "To write to somebody, or beneath something."
    Mailing "m" "mailing list" "To get messages."
    Order "b" "order" "To buy, or to put into a cart."
    Other "o" "other" "For something else: a poll, how a list is shown, navigation, a captcha."
}

impl FormKind {
    /// The kind with a code.
    pub fn of_code(code: &str) -> Option<Self> {
        FormKind::ALL.iter().copied().find(|kind| kind.code() == code)
    }
}

impl fmt::Display for FormKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
