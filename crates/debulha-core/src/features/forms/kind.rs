//! What forms and fields are for.

use std::fmt;

macro_rules! kinds {
    ($(#[$docs:meta])* $kinds:ident $($kind:ident $code:literal $name:literal)*) => {
        $(#[$docs])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $kinds {
            $(#[doc = concat!("`", $code, "`: ", $name, ".")] $kind,)*
        }

        impl $kinds {
            /// All of them.
            pub const ALL: &[$kinds] = &[$($kinds::$kind),*];

            /// Its code in the labelled data.
            pub fn code(self) -> &'static str {
                match self {
                    $($kinds::$kind => $code,)*
                }
            }

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $($kinds::$kind => $name,)*
                }
            }

            /// The kind with a code.
            pub fn of_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.code() == code)
            }
        }

        impl Default for $kinds {
            /// What is left when nothing is known.
            fn default() -> Self {
                $kinds::Other
            }
        }

        impl fmt::Display for $kinds {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

kinds! {
    /// What a form is for: the types of Formasaurus's data. Polls, display options, navigation and captchas are too rare there
    /// to be told apart, and are [`FormKind::Other`].
    FormKind
    Search "s" "search"
    Login "l" "login"
    Registration "r" "registration"
    Recovery "p" "password recovery"
    Contact "c" "contact or comment"
    Mailing "m" "mailing list"
    Order "b" "order"
    Other "o" "other"
}

kinds! {
    /// What a field takes: the types of Formasaurus's data, the rare ones joined as there.
    FieldKind
    Username "us" "user name"
    Password "p1" "password"
    PasswordAgain "p2" "password again"
    Email "e1" "e-mail address"
    EmailAgain "e2" "e-mail address again"
    UsernameOrEmail "ue" "user name or e-mail address"
    Captcha "ca" "captcha"
    Honeypot "hp" "trap for programs"
    Terms "tC" "consent to terms"
    Messages "eC" "consent to messages"
    Remember "rC" "remember me"
    Submit "Bs" "submit button"
    Cancel "Bc" "cancel button"
    Reset "Br" "reset button"
    FirstName "n1" "first name"
    LastName "n3" "last name"
    MiddleName "n2" "middle name"
    FullName "nf" "full name"
    Organization "no" "organization"
    Gender "ge" "gender"
    TimeZone "tz" "time zone"
    SummerTime "ds" "summer time"
    Country "Co" "country"
    City "Ci" "city"
    State "St" "state"
    Address "Ad" "address"
    PostalCode "Zi" "postal code"
    Phone "ph" "telephone"
    Fax "fa" "fax"
    Url "ws" "web address"
    OpenId "oi" "OpenID"
    AboutMe "am" "about me"
    Comment "CC" "comment"
    Subject "CT" "title or subject"
    Question "sq" "security question"
    Answer "sa" "answer to security question"
    Query "qq" "search query"
    Refinement "qc" "search category"
    Quantity "qt" "quantity"
    Style "st" "style"
    Sorting "sp" "sorting"
    Number "ON" "other number"
    Date "OD" "date"
    Day "Od" "day"
    Month "Om" "month"
    Year "Oy" "year"
    ReadOnly "OR" "read-only"
    Other "OO" "other"
}
