//! Where a piece of text stands in a page, and what hides it: what a question about a text begins with.
//! [`Extractor::why`](crate::extend::Extractor::why) then has the reasons of a system for each text node.
//!
//! ```
//! use debulha::extend::Extractor;
//! use debulha::why::{Found, find};
//! use debulha::{Pipeline, Scratch};
//!
//! let pipeline = Pipeline::new("bte")?;
//! let extraction = pipeline.extract("<p>Rye was sown early this year.<p hidden>Wheat was not.");
//! let page = extraction.page();
//! let Found::Visible(places) = find(&page, "sown early") else { unreachable!("it is plain to see") };
//! let reasons = pipeline.extractor().why(&page, &mut Scratch::default(), places[0][0]);
//! assert!(!reasons.is_empty());
//! assert!(matches!(find(&page, "Wheat"), Found::Hidden(_)));
//! # Ok::<(), debulha::BuildError>(())
//! ```

mod answers;
mod find;
mod hidden;
mod outputs;

pub use answers::{Answer, ReasonObject, answers, answers_at};
pub use find::{Found, find};
pub use hidden::hidden_by;
pub use outputs::{NodeOutputs, Outputs};
