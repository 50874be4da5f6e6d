//! Metadata as every face has it: the chosen values by name, then all that were found with their sources.

use super::{Candidate, Field, Metadata, ProductMetadata};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

impl Serialize for Metadata {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let metadata = self;
        let authors: Vec<&str> = metadata.authors.iter().map(|author| author.value.as_str()).collect();
        let mut map = serializer.serialize_map(None)?;
        for (name, field) in fields(metadata) {
            map.serialize_entry(name, &field.value())?;
        }
        map.serialize_entry("authors", &authors)?;
        map.serialize_entry("categories", &metadata.categories)?;
        map.serialize_entry("tags", &metadata.tags)?;
        map.serialize_entry("product", &metadata.product.as_ref().map(ProductJson))?;
        map.serialize_entry("candidates", &CandidatesJson(metadata))?;
        map.end()
    }
}

/// Stands between the values of a list in a table: authors, categories, tags.
const LIST_SEPARATOR: &str = "; ";

impl Metadata {
    /// The columns of a table with their values, in an order that no page changes: the chosen value of each field, lists
    /// joined by `; `, and the product's fields as `product_name` and so on. Missing values are empty.
    ///
    /// ```
    /// let columns = debulha_core::metadata::Metadata::default().columns();
    /// assert_eq!(columns[0], ("title".to_owned(), String::new()));
    /// ```
    pub fn columns(&self) -> Vec<(String, String)> {
        let chosen = |field: &Field| field.value().unwrap_or_default().to_owned();
        let authors: Vec<&str> = self.authors.iter().map(|author| author.value.as_str()).collect();
        let unsold = ProductMetadata::default();
        let product = self.product.as_ref().unwrap_or(&unsold).fields();
        let fields = fields(self).into_iter().map(|(name, field)| (name.to_owned(), chosen(field)));
        let lists = [
            ("authors", authors.join(LIST_SEPARATOR)),
            ("categories", self.categories.join(LIST_SEPARATOR)),
            ("tags", self.tags.join(LIST_SEPARATOR)),
        ];
        let lists = lists.into_iter().map(|(name, value)| (name.to_owned(), value));
        let product = product.into_iter().map(|(name, field)| (format!("product_{name}"), chosen(field)));
        fields.chain(lists).chain(product).collect()
    }
}

/// The fields of one value.
fn fields(metadata: &Metadata) -> [(&'static str, &Field); 10] {
    [
        ("title", &metadata.title),
        ("published", &metadata.published),
        ("modified", &metadata.modified),
        ("site_name", &metadata.site_name),
        ("url", &metadata.url),
        ("description", &metadata.description),
        ("language", &metadata.language),
        ("license", &metadata.license),
        ("image", &metadata.image),
        ("page_type", &metadata.page_type),
    ]
}

/// All values of each field, best first.
struct CandidatesJson<'a>(&'a Metadata);

impl Serialize for CandidatesJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, field) in fields(self.0) {
            let all: Vec<&Candidate> = field.best.iter().chain(&field.others).collect();
            map.serialize_entry(name, &all)?;
        }
        map.serialize_entry("authors", &self.0.authors)?;
        let unread = ProductMetadata::default();
        for (name, field) in self.0.product.as_ref().unwrap_or(&unread).fields() {
            let all: Vec<&Candidate> = field.best.iter().chain(&field.others).collect();
            map.serialize_entry(&format!("product_{name}"), &all)?;
        }
        map.end()
    }
}

/// The chosen values of a product by name, then its offers.
struct ProductJson<'a>(&'a ProductMetadata);

impl Serialize for ProductJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, field) in self.0.fields() {
            map.serialize_entry(name, &field.value())?;
        }
        map.serialize_entry("offers", &self.0.offers)?;
        map.end()
    }
}
