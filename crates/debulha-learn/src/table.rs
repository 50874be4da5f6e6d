//! Labelled examples: rows of values with a class each.

/// What the values of an attribute are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeKind {
    /// Numbers.
    Number,
    /// One of the names; the value is its position.
    Nominal(Vec<String>),
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its name; without white space where rules are written as text.
    pub name: String,
    /// Its values.
    pub kind: AttributeKind,
}

impl Attribute {
    /// Whether the values are numbers.
    pub fn is_number(&self) -> bool {
        self.kind == AttributeKind::Number
    }

    /// Number of names; 0 for numbers.
    pub fn names(&self) -> usize {
        match &self.kind {
            AttributeKind::Number => 0,
            AttributeKind::Nominal(names) => names.len(),
        }
    }
}

/// A value of a row that is not 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SparseEntry {
    pub(crate) attribute: u32,
    /// NaN where the value is missing.
    pub(crate) value: f64,
}

/// Labelled examples, stored without their zeros: memory and training time follow the values that are not 0.
#[derive(Debug, Clone)]
pub struct Table {
    attributes: Vec<Attribute>,
    classes: Vec<String>,
    entries: Vec<SparseEntry>,
    /// Entries before each row, and after the last one.
    starts: Vec<usize>,
    class_of: Vec<u32>,
}

impl Table {
    /// A table without rows.
    pub fn new(attributes: Vec<Attribute>, classes: Vec<String>) -> Self {
        Table { attributes, classes, entries: Vec::new(), starts: vec![0], class_of: Vec::new() }
    }

    /// Adds a row: one value an attribute, `None` where it is missing, and the position of its class.
    ///
    /// # Panics
    /// If there are fewer or more values than attributes, or no such class.
    pub fn push(&mut self, values: &[Option<f64>], class: usize) {
        assert_eq!(values.len(), self.attributes.len(), "values of a row");
        assert!(class < self.classes.len(), "class {class}");
        for (attribute, value) in values.iter().enumerate() {
            if *value != Some(0.0) {
                let value = value.unwrap_or(f64::NAN);
                self.entries.push(SparseEntry { attribute: attribute as u32, value });
            }
        }
        self.starts.push(self.entries.len());
        self.class_of.push(class as u32);
    }

    /// The columns.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The names of the classes.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.class_of.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.class_of.is_empty()
    }

    /// The numbers of all rows, as training takes them.
    pub fn all_rows(&self) -> Vec<u32> {
        (0..self.len() as u32).collect()
    }

    /// The class of a row.
    pub fn class(&self, row: u32) -> usize {
        self.class_of[row as usize] as usize
    }

    /// A value; `None` where it is missing. O(log values of the row that are not 0).
    pub fn value(&self, row: u32, attribute: usize) -> Option<f64> {
        let entries = self.entries(row);
        match entries.binary_search_by_key(&(attribute as u32), |entry| entry.attribute) {
            Ok(at) => Some(entries[at].value).filter(|value| !value.is_nan()),
            Err(_) => Some(0.0),
        }
    }

    /// A row as classifiers take it: NaN where a value is missing. O(attributes).
    pub fn features(&self, row: u32) -> Vec<f32> {
        let mut values = vec![0.0; self.attributes.len()];
        for entry in self.entries(row) {
            values[entry.attribute as usize] = entry.value as f32;
        }
        values
    }

    /// The same rows with one attribute for each name of those that have more than two, `colour=red`, 1 for the name
    /// and 0 for others. For learners that take numbers.
    ///
    /// ```
    /// use debulha_learn::read;
    ///
    /// let table = read("yes, no. colour: red, green, blue. x: continuous.", "green, 5, yes\n?, 6, no")?;
    /// let table = table.with_indicators();
    /// assert_eq!(table.attributes()[1].name, "colour=green");
    /// assert_eq!(table.features(0), [0.0, 1.0, 0.0, 5.0]);
    /// assert!(table.features(1)[0].is_nan());
    /// # Ok::<(), debulha_learn::ReadError>(())
    /// ```
    #[must_use]
    pub fn with_indicators(&self) -> Table {
        // Of each attribute, its first column.
        let (mut firsts, mut attributes) = (Vec::new(), Vec::new());
        for attribute in &self.attributes {
            firsts.push(attributes.len());
            match &attribute.kind {
                AttributeKind::Nominal(names) if names.len() > 2 => {
                    let indicator = |name: &String| Attribute {
                        name: format!("{}={name}", attribute.name),
                        kind: AttributeKind::Number,
                    };
                    attributes.extend(names.iter().map(indicator));
                }
                _ => attributes.push(attribute.clone()),
            }
        }
        let mut table = Table::new(attributes, self.classes.clone());
        for row in self.all_rows() {
            let mut values = vec![Some(0.0); table.attributes.len()];
            for (at, (attribute, &first)) in self.attributes.iter().zip(&firsts).enumerate() {
                let names = attribute.names();
                match self.value(row, at) {
                    Some(name) if names > 2 => values[first + name as usize] = Some(1.0),
                    None if names > 2 => values[first..first + names].fill(None),
                    value => values[first] = value,
                }
            }
            table.push(&values, self.class(row));
        }
        table
    }

    /// The same rows without some columns.
    #[must_use]
    pub fn without(&self, left_out: &[usize]) -> Table {
        let kept: Vec<usize> = (0..self.attributes.len()).filter(|at| !left_out.contains(at)).collect();
        let attributes = kept.iter().map(|&at| self.attributes[at].clone()).collect();
        let mut table = Table::new(attributes, self.classes.clone());
        for row in self.all_rows() {
            let values: Vec<Option<f64>> = kept.iter().map(|&at| self.value(row, at)).collect();
            table.push(&values, self.class(row));
        }
        table
    }

    /// The same rows with other classes: of each class of this table, the position of the one that takes its place.
    ///
    /// # Panics
    /// If there is no such class, or a class without one.
    #[must_use]
    pub fn with_classes(self, classes: Vec<String>, positions: &[u32]) -> Table {
        assert!(positions.iter().all(|&class| (class as usize) < classes.len()), "classes");
        let class_of = self.class_of.iter().map(|&class| positions[class as usize]).collect();
        Table { classes, class_of, ..self }
    }

    pub(crate) fn entries(&self, row: u32) -> &[SparseEntry] {
        &self.entries[self.starts[row as usize]..self.starts[row as usize + 1]]
    }
}
