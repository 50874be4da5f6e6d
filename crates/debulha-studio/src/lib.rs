//! The studio: a local web app to look at what systems keep of pages, to compare them, to label and to train.
#![forbid(unsafe_code)]

mod jobs;
