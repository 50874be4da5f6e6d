//! Databases behind search forms: some hundred rows each, made up by a seed.

use debulha_core::features::random::SplitMix64;

/// How a search field is filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Control {
    /// Any word of its columns.
    Text,
    /// One of the values of its column.
    Select,
}

/// A field of a search form.
#[derive(Debug, Clone)]
pub(crate) struct SearchField {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) control: Control,
    /// The columns that it searches.
    columns: &'static [usize],
}

/// How answers are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    Table,
    List,
    Cards,
}

/// A table and the form before it.
#[derive(Debug, Clone)]
pub(crate) struct Database {
    pub(crate) name: &'static str,
    pub(crate) columns: &'static [&'static str],
    pub(crate) fields: Vec<SearchField>,
    pub(crate) rows: Vec<Vec<String>>,
    pub(crate) layout: Layout,
    pub(crate) is_post: bool,
    /// Rows of a page.
    pub(crate) page: usize,
    /// Rows of an answer at most.
    pub(crate) most: usize,
}

impl Database {
    /// The rows that fit all fields, at most as many as are shown.
    pub(crate) fn find<'a>(&self, asked: impl Fn(&str) -> Option<&'a str>) -> Vec<usize> {
        let mut found = self.matching(asked);
        found.truncate(self.most);
        found
    }

    /// The rows that fit all fields; an empty field lets all rows through.
    pub(crate) fn matching<'a>(&self, asked: impl Fn(&str) -> Option<&'a str>) -> Vec<usize> {
        let wanted: Vec<(&SearchField, String)> = self
            .fields
            .iter()
            .filter_map(|field| Some((field, asked(field.name)?.trim().to_lowercase())))
            .filter(|(_, value)| !value.is_empty())
            .collect();
        let fits = |row: &Vec<String>| {
            wanted.iter().all(|(field, value)| {
                field.columns.iter().any(|&column| {
                    let text = row[column].to_lowercase();
                    match field.control {
                        Control::Select => text == *value,
                        Control::Text => text.split(|c: char| !c.is_alphanumeric()).any(|word| word == value),
                    }
                })
            })
        };
        let found = self.rows.iter().enumerate().filter(|(_, row)| fits(row)).map(|(number, _)| number);
        found.collect()
    }

    /// The values of a field, in order.
    pub(crate) fn options(&self, field: &SearchField) -> Vec<String> {
        let values = self.rows.iter().map(|row| row[field.columns[0]].clone());
        let mut values: Vec<String> = values.collect();
        values.sort();
        values.dedup();
        values
    }
}

const SYLLABLES: [&str; 24] = [
    "bar", "ven", "tol", "mir", "kas", "lun", "dor", "fel", "gri", "han", "jos", "kel", "lom", "nar", "pel",
    "ros", "sam", "tir", "ulm", "vas", "wil", "yan", "zel", "ort",
];

const NOUNS: [&str; 48] = [
    "river", "garden", "winter", "bridge", "harvest", "mirror", "island", "letter", "shadow", "kitchen",
    "mountain", "violin", "orchard", "lantern", "harbour", "forest", "window", "castle", "meadow",
    "stranger", "journey", "silence", "morning", "thunder", "village", "compass", "feather", "market",
    "desert", "station", "teacher", "captain", "painter", "sister", "engine", "planet", "season", "border",
    "signal", "anchor", "cellar", "ballad", "copper", "marble", "velvet", "timber", "candle", "pepper",
];

const FOODS: [&str; 40] = [
    "barley",
    "butter",
    "cabbage",
    "carrot",
    "celery",
    "cheese",
    "chicken",
    "chocolate",
    "cinnamon",
    "cod",
    "cream",
    "cumin",
    "garlic",
    "ginger",
    "honey",
    "lamb",
    "leek",
    "lemon",
    "lentils",
    "mint",
    "mushroom",
    "mustard",
    "noodles",
    "oats",
    "olive",
    "onion",
    "parsley",
    "pasta",
    "pear",
    "plum",
    "pork",
    "potato",
    "pumpkin",
    "rice",
    "rye",
    "salmon",
    "spinach",
    "tomato",
    "walnut",
    "yogurt",
];

/// A source of values: some are frequent, most are rare.
struct Dice(SplitMix64);

impl Dice {
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        let draw = self.0.below_one();
        from[((draw * draw * from.len() as f64) as usize).min(from.len() - 1)]
    }

    fn even<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.0.below(from.len())]
    }

    /// One of `count` made-up names, some of which are frequent.
    fn name(&mut self, count: usize) -> String {
        let draw = self.0.below_one();
        let number = (draw * draw * count as f64) as usize;
        let (first, second) = (SYLLABLES[number % 24], SYLLABLES[(number / 24 * 7 + number * 5 + 3) % 24]);
        let name = format!("{first}{second}");
        name[..1].to_uppercase() + &name[1..]
    }

    fn number(&mut self, from: usize, below: usize) -> usize {
        from + self.0.below(below - from)
    }
}

const fn field(
    name: &'static str,
    label: &'static str,
    control: Control,
    columns: &'static [usize],
) -> SearchField {
    SearchField { name, label, control, columns }
}

/// A list of ten rows a page, of which five pages are shown.
pub(crate) fn books() -> Database {
    const GENRES: [&str; 8] =
        ["novel", "poetry", "history", "travel", "science", "biography", "drama", "essays"];
    const LANGUAGES: [&str; 4] = ["English", "German", "Portuguese", "French"];
    const YEARS: [&str; 12] =
        ["1994", "1996", "1998", "2000", "2002", "2004", "2006", "2008", "2010", "2012", "2014", "2016"];
    let mut dice = Dice(SplitMix64::new(11));
    let rows = (0..600).map(|_| {
        let title = format!("The {} and the {}", dice.even(&NOUNS), dice.pick(&NOUNS));
        let author = format!("{} {}", dice.name(30), dice.name(90));
        let [genre, language] = [dice.pick(&GENRES), dice.pick(&LANGUAGES)].map(str::to_owned);
        vec![
            title,
            author,
            genre,
            language,
            dice.even(&YEARS).to_owned(),
            format!("{} pages", dice.number(90, 900)),
        ]
    });
    Database {
        name: "books",
        columns: &["Title", "Author", "Genre", "Language", "Year", "Extent"],
        rows: rows.collect(),
        fields: vec![
            field("title", "Title", Control::Text, &[0]),
            field("author", "Author", Control::Text, &[1]),
            field("genre", "Genre", Control::Select, &[2]),
            field("lang", "Language", Control::Select, &[3]),
        ],
        layout: Layout::List,
        is_post: false,
        page: 10,
        most: 50,
    }
}

/// Cards by POST, of which 25 are shown.
pub(crate) fn jobs() -> Database {
    const REGIONS: [&str; 12] = [
        "North", "South", "East", "West", "Coast", "Lakes", "Hills", "Plains", "Valley", "Islands",
        "Capital", "Border",
    ];
    const KINDS: [&str; 4] = ["full time", "part time", "contract", "apprenticeship"];
    const SECTORS: [&str; 9] =
        ["farming", "baking", "building", "teaching", "nursing", "sales", "transport", "software", "law"];
    const ROLES: [&str; 10] = [
        "assistant",
        "manager",
        "engineer",
        "clerk",
        "driver",
        "trainer",
        "analyst",
        "technician",
        "adviser",
        "inspector",
    ];
    let mut dice = Dice(SplitMix64::new(12));
    let rows = (0..420).map(|number| {
        let [region, kind, sector] =
            [dice.pick(&REGIONS), dice.pick(&KINDS), dice.even(&SECTORS)].map(str::to_owned);
        let title = format!("{} for {}", dice.even(&ROLES), dice.pick(&NOUNS));
        vec![
            title,
            format!("{} Ltd", dice.name(80)),
            region,
            kind,
            sector,
            format!("Ref {}", 7000 + number * 3),
        ]
    });
    Database {
        name: "jobs",
        columns: &["Position", "Employer", "Region", "Kind", "Sector", "Reference"],
        rows: rows.collect(),
        fields: vec![
            field("keyword", "Keyword", Control::Text, &[0, 1]),
            field("region", "Region", Control::Select, &[2]),
            field("kind", "Kind", Control::Select, &[3]),
            field("sector", "Sector", Control::Select, &[4]),
        ],
        layout: Layout::Cards,
        is_post: true,
        page: 25,
        most: 25,
    }
}

/// A table, of which 30 rows are shown.
pub(crate) fn races() -> Database {
    const EVENTS: [&str; 9] = [
        "100 metres",
        "200 metres",
        "400 metres",
        "800 metres",
        "1500 metres",
        "5000 metres",
        "marathon",
        "high jump",
        "long jump",
    ];
    const YEARS: [&str; 8] = ["2017", "2018", "2019", "2020", "2021", "2022", "2023", "2024"];
    const CLASSES: [&str; 5] = ["men", "women", "juniors", "masters", "wheelchair"];
    let mut dice = Dice(SplitMix64::new(13));
    let rows = (0..540).map(|number| {
        let runner = format!("{} {}", dice.name(40), dice.name(150));
        let [event, year, class] =
            [dice.even(&EVENTS), dice.even(&YEARS), dice.pick(&CLASSES)].map(str::to_owned);
        vec![
            runner,
            format!("{} AC", dice.name(25)),
            event,
            year,
            class,
            format!("{}.{:02}", 10 + number, dice.number(0, 100)),
        ]
    });
    Database {
        name: "races",
        columns: &["Runner", "Club", "Event", "Year", "Class", "Result"],
        rows: rows.collect(),
        fields: vec![
            field("runner", "Name of the runner", Control::Text, &[0]),
            field("event", "Event", Control::Select, &[2]),
            field("year", "Year", Control::Select, &[3]),
            field("class", "Class", Control::Select, &[4]),
        ],
        layout: Layout::Table,
        is_post: false,
        page: 30,
        most: 30,
    }
}

/// Cards, twelve a page, of which three pages are shown.
pub(crate) fn recipes() -> Database {
    const COURSES: [&str; 5] = ["starter", "soup", "main course", "dessert", "bread"];
    const DIETS: [&str; 4] = ["meat", "fish", "vegetarian", "vegan"];
    let mut dice = Dice(SplitMix64::new(14));
    let rows = (0..300).map(|_| {
        let (first, second) = (dice.pick(&FOODS), dice.even(&FOODS));
        let title = format!("{} {} with {}", dice.name(200), first, second);
        let more: Vec<&str> = (0..4).map(|_| dice.even(&FOODS)).collect();
        let (course, diet) = (dice.even(&COURSES).to_owned(), dice.pick(&DIETS).to_owned());
        vec![title, more.join(", "), course, diet, format!("{} minutes", dice.number(10, 120))]
    });
    Database {
        name: "recipes",
        columns: &["Recipe", "Ingredients", "Course", "Diet", "Time"],
        rows: rows.collect(),
        fields: vec![
            field("q", "Ingredient", Control::Text, &[0, 1]),
            field("course", "Course", Control::Select, &[2]),
            field("diet", "Diet", Control::Select, &[3]),
        ],
        layout: Layout::Cards,
        is_post: false,
        page: 12,
        most: 36,
    }
}

/// All of them.
pub(crate) fn all() -> Vec<Database> {
    vec![books(), jobs(), races(), recipes()]
}
