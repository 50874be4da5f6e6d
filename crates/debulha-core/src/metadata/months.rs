//! Names of months in the languages of the web.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Names and short forms of each month in lower case, without the point of a short form. Genitives, where dates have
/// them. Languages whose short forms are those of another are not repeated.
#[rustfmt::skip]
const MONTHS: [&[&str]; 12] = [
    &[
        "january", "jan", "januar", "jänner", "jän", "janvier", "janv", "enero", "ene", "janeiro", "xaneiro", "xan", "gennaio",
        "gen", "gener", "januari", "januarie", "ianuarie", "ian", "janúar", "januára", "január", "tammikuuta", "tammikuu", "tammi",
        "jaanuar", "jaan", "janvāris", "janvārī", "sausio", "saus", "stycznia", "styczeń", "sty", "ledna", "leden", "led",
        "siječnja", "siječanj", "januara", "јануар", "јануара", "јан", "ocak", "oca", "yanvar", "urtarrila", "urtarrilak",
        "januaro", "januwari", "januali", "января", "январь", "янв", "січня", "січень", "січ", "студзеня", "януари", "яну",
        "ιανουαρίου", "ιανουάριος", "ιαν", "ינואר", "בינואר", "يناير", "جانفي", "ژانویه", "جنوری", "जनवरी", "जन", "জানুয়ারি",
        "জানুয়ারী", "ஜனவரி", "జనవరి", "ജനുവരി", "มกราคม", "janeru", "ujanuwari", "janyuwari", "pherekgong", "pherekong",
    ],
    &[
        "february", "feb", "februar", "feber", "février", "fevrier", "févr", "fév", "fevr", "febrero", "fevereiro", "fev",
        "febreiro", "febbraio", "febrer", "febr", "februari", "februarie", "febrúar", "februára", "február", "helmikuuta",
        "helmikuu", "helmi", "veebruar", "veebr", "februāris", "februārī", "vasario", "vas", "lutego", "luty", "lut", "února",
        "únor", "úno", "veljače", "veljača", "februara", "фебруар", "фебруара", "феб", "şubat", "subat", "şub", "fevral",
        "otsailaren", "otsaila", "februaro", "pebruari", "февраля", "февраль", "фев", "февр", "лютого", "лютий", "лют", "лютага",
        "февруари", "φεβρουαρίου", "φεβρουάριος", "φεβ", "פברואר", "בפברואר", "فبراير", "شباط", "فيفري", "فوریه", "فروری", "फरवरी",
        "फ़रवरी", "फर", "ফেব্রুয়ারি", "ফেব্রুয়ারী", "பிப்ரவரி", "ఫిబ్రవరి", "ഫെബ്രുവരി", "กุมภาพันธ์", "februwari", "ufebruwari",
        "hlakola",
    ],
    &[
        "march", "mar", "märz", "maerz", "mrz", "mär", "mars", "marzo", "março", "marco", "març", "maart", "mrt", "marts", "martie",
        "marec", "marca", "március", "márc", "maaliskuuta", "maaliskuu", "maalis", "märts", "marta", "martā", "kovo", "marzec",
        "března", "březen", "bře", "ožujka", "ožujak", "martxoaren", "martxoa", "mart", "март", "марта", "мар", "березня",
        "березень", "бер", "сакавіка", "μαρτίου", "μάρτιος", "μαρ", "μάρ", "מרץ", "מרס", "במרץ", "במרס", "مارس", "آذار", "مارچ",
        "मार्च", "মার্চ", "மார்ச்", "మార్చి", "മാർച്ച്", "มีนาคม", "maret", "mac", "machi", "mashi", "matshi", "umatshi",
        "hlakubele",
    ],
    &[
        "april", "apr", "avril", "avr", "abril", "abr", "aprile", "apríl", "apríla", "április", "ápr", "huhtikuuta", "huhtikuu",
        "huhti", "aprill", "aprīlis", "aprīlī", "balandžio", "bal", "kwietnia", "kwiecień", "kwi", "dubna", "duben", "dub",
        "travnja", "travanj", "aprila", "aprilie", "април", "априла", "nisan", "nis", "aprel", "apirilaren", "apirila", "aprilo",
        "aprili", "апреля", "апрель", "апр", "квітня", "квітень", "квіт", "красавіка", "απριλίου", "απρίλιος", "απρ", "אפריל",
        "באפריל", "أبريل", "ابريل", "إبريل", "نيسان", "أفريل", "آوریل", "اپریل", "अप्रैल", "अप्रै", "এপ্রিল", "ஏப்ரல்", "ఏప్రిల్",
        "ഏപ്രിൽ", "เมษายน", "ephreli", "apreli", "uephreli", "mmesa",
    ],
    &[
        "may", "mai", "mayo", "maio", "maggio", "mag", "maig", "mei", "maj", "maja", "maí", "máj", "mája", "május", "toukokuuta",
        "toukokuu", "touko", "maijs", "maijā", "gegužės", "geg", "května", "květen", "kvě", "svibnja", "svibanj", "мај", "маја",
        "mayıs", "mayis", "maiatzaren", "maiatza", "majo", "мая", "май", "травня", "травень", "трав", "траўня", "μαΐου", "μαίου",
        "μάιος", "μαι", "μάι", "מאי", "במאי", "مايو", "أيار", "ماي", "مه", "مئی", "मई", "মে", "மே", "మే", "മേയ്", "മെയ്", "พฤษภาคม",
        "meyi", "umeyi", "motsheanong",
    ],
    &[
        "june", "jun", "juni", "juin", "junio", "junho", "xuño", "xuñ", "giugno", "giu", "juny", "júní", "júna", "jún", "június",
        "kesäkuuta", "kesäkuu", "kesä", "juuni", "jūnijs", "jūnijā", "birželio", "birž", "czerwca", "czerwiec", "cze", "června",
        "červen", "čvn", "lipnja", "lipanj", "junija", "juna", "јун", "јуна", "јуни", "haziran", "haz", "iyun", "ekainaren",
        "ekaina", "junie", "iunie", "iun", "июня", "июнь", "июн", "червня", "червень", "черв", "чэрвеня", "юни", "ιουνίου",
        "ιούνιος", "ιουν", "ιούν", "יוני", "ביוני", "يونيو", "يونيه", "حزيران", "جوان", "ژوئن", "جون", "जून", "জুন", "ஜூன்", "జూన్",
        "ജൂൺ", "มิถุนายน", "juun", "ujuni",
    ],
    &[
        "july", "jul", "juli", "juillet", "juil", "julio", "julho", "xullo", "xul", "luglio", "lug", "juliol", "júlí", "júla",
        "júl", "július", "heinäkuuta", "heinäkuu", "heinä", "juuli", "jūlijs", "jūlijā", "liepos", "liep", "lipca", "lipiec", "lip",
        "července", "červenec", "čvc", "srpnja", "srpanj", "julija", "jula", "јул", "јула", "јули", "temmuz", "tem", "iyul",
        "uztailaren", "uztaila", "julie", "iulie", "iul", "julai", "июля", "июль", "июл", "липня", "липень", "лип", "ліпеня", "юли",
        "ιουλίου", "ιούλιος", "ιουλ", "ιούλ", "יולי", "ביולי", "يوليو", "يوليه", "تموز", "جويلية", "ژوئیه", "جولائی", "जुलाई",
        "जुल", "জুলাই", "ஜூலை", "జూలై", "ജൂലൈ", "กรกฎาคม", "julayi", "ujulayi",
    ],
    &[
        "august", "aug", "août", "aout", "agosto", "ago", "agost", "ag", "augustus", "augusti", "ágúst", "augusta", "augusztus",
        "elokuuta", "elokuu", "elo", "augusts", "augustā", "rugpjūčio", "rugp", "sierpnia", "sierpień", "sie", "srpna", "srpen",
        "srp", "kolovoza", "kolovoz", "avgusta", "avgust", "август", "августа", "авг", "ağustos", "agustos", "ağu", "avqust",
        "abuztuaren", "abuztua", "agustus", "agu", "ogos", "agosti", "серпня", "серпень", "серп", "жніўня", "αυγούστου",
        "αύγουστος", "αυγ", "αύγ", "אוגוסט", "באוגוסט", "أغسطس", "اغسطس", "آب", "أوت", "اوت", "اگست", "अगस्त", "अग", "আগস্ট",
        "ஆகஸ்ட்", "ఆగస్టు", "ഓഗസ്റ്റ്", "สิงหาคม", "agasti", "uagasti", "phato",
    ],
    &[
        "september", "sep", "sept", "septembre", "septiembre", "setiembre", "setembro", "set", "settembre", "sett", "setembre",
        "septembrie", "septembra", "szeptember", "szept", "syyskuuta", "syyskuu", "syys", "septembris", "septembrī", "rugsėjo",
        "rugs", "września", "wrzesień", "wrz", "září", "zář", "rujna", "rujan", "септембар", "септембра", "сеп", "септ", "eylül",
        "eylul", "eyl", "sentyabr", "irailaren", "iraila", "septemba", "сентября", "сентябрь", "сен", "сент", "вересня", "вересень",
        "вер", "верасня", "септември", "σεπτεμβρίου", "σεπτέμβριος", "σεπ", "σεπτ", "ספטמבר", "בספטמבר", "سبتمبر", "أيلول",
        "سپتامبر", "ستمبر", "सितंबर", "सितम्बर", "सित", "সেপ্টেম্বর", "செப்டம்பர்", "సెప్టెంబర్", "സെപ്റ്റംബർ", "กันยายน",
        "septhemba", "useptemba", "lwetse",
    ],
    &[
        "october", "oct", "oktober", "okt", "octobre", "octubre", "outubro", "out", "ottobre", "ott", "octombrie", "október",
        "októbra", "lokakuuta", "lokakuu", "loka", "oktoober", "oktobris", "oktobrī", "spalio", "spal", "października",
        "październik", "paź", "října", "říjen", "říj", "listopada", "oktobra", "октобар", "октобра", "окт", "ekim", "eki",
        "oktyabr", "urriaren", "urria", "oktobro", "oktoba", "октября", "октябрь", "жовтня", "жовтень", "жовт", "кастрычніка",
        "октомври", "οκτωβρίου", "οκτώβριος", "οκτ", "אוקטובר", "באוקטובר", "أكتوبر", "اكتوبر", "اکتبر", "اکتوبر", "अक्टूबर",
        "अक्तूबर", "अक्टू", "অক্টোবর", "அக்டோபர்", "అక్టోబర్", "ഒക്ടോബർ", "ตุลาคม", "okthoba", "uokthoba", "mphalane",
    ],
    &[
        "november", "nov", "novembre", "noviembre", "novembro", "noiembrie", "noi", "nóvember", "novembra", "marraskuuta",
        "marraskuu", "marras", "novembris", "novembrī", "lapkričio", "lapkr", "listopad", "lis", "listopadu", "studenoga",
        "studenog", "studeni", "новембар", "новембра", "нов", "kasım", "kasim", "kas", "noyabr", "azaroaren", "azaroa", "novemba",
        "ноября", "ноябрь", "ноя", "нояб", "листопада", "листопад", "лист", "лістапада", "ноември", "νοεμβρίου", "νοέμβριος", "νοε",
        "νοέ", "נובמבר", "בנובמבר", "نوفمبر", "نوامبر", "نومبر", "नवंबर", "नवम्बर", "नव", "নভেম্বর", "நவம்பர்", "నవంబర్", "നവംബർ",
        "พฤศจิกายน", "nopember", "unovemba", "pudungwana",
    ],
    &[
        "december", "dec", "dezember", "dez", "décembre", "decembre", "déc", "diciembre", "dic", "dezembro", "decembro", "dicembre",
        "desembre", "des", "decembrie", "desember", "decembra", "joulukuuta", "joulukuu", "joulu", "detsember", "dets", "decembris",
        "decembrī", "gruodžio", "gruod", "grudnia", "grudzień", "gru", "prosince", "prosinec", "pro", "prosinca", "prosinac",
        "децембар", "децембра", "дец", "aralık", "aralik", "ara", "dekabr", "abenduaren", "abendua", "disember", "disemba",
        "desemba", "декабря", "декабрь", "дек", "грудня", "грудень", "груд", "снежня", "декември", "δεκεμβρίου", "δεκέμβριος",
        "δεκ", "דצמבר", "בדצמבר", "ديسمبر", "دسامبر", "دسمبر", "दिसंबर", "दिसम्बर", "दिस", "ডিসেম্বর", "டிசம்பர்", "డిసెంబర్",
        "ഡിസംബർ", "ธันวาคม", "disembha", "udisemba", "tshitwe",
    ],
];

/// Names that are months of different numbers in two languages, read as in the one that has more pages: Czech and Polish
/// `listopadu` and `listopada` are November.
const NUMBERS: [(&str, u32); 1] = [("listopada", 11)];

/// The number of each name.
static BY_NAME: LazyLock<FxHashMap<&'static str, u32>> = LazyLock::new(|| {
    let numbered =
        MONTHS.iter().zip(1..).flat_map(|(names, number)| names.iter().map(move |name| (*name, number)));
    numbered.chain(NUMBERS).collect()
});

/// Letters of the longest name, so that long words are refused without a search.
static MAX_CHARS: LazyLock<usize> =
    LazyLock::new(|| BY_NAME.keys().map(|name| name.chars().count()).max().unwrap_or_default());

/// The month of a name in any case, 1 to 12. O(letters of the longest name).
pub(super) fn month_of(word: &str) -> Option<u32> {
    if word.chars().nth(*MAX_CHARS).is_some() {
        return None;
    }
    // The dotted capital of Turkish becomes a letter and a mark.
    let word: String = word.chars().flat_map(char::to_lowercase).filter(|&c| c != '\u{307}').collect();
    BY_NAME.get(word.as_str()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_in_lower_case_and_of_one_month() {
        for (names, number) in MONTHS.iter().zip(1..) {
            for name in *names {
                assert_eq!(*name, name.to_lowercase());
                let is_read_otherwise = NUMBERS.iter().any(|(other, _)| other == name);
                assert!(
                    is_read_otherwise || month_of(name) == Some(number),
                    "{name} is {:?}",
                    month_of(name)
                );
            }
        }
    }

    #[test]
    fn case_does_not_matter() {
        assert_eq!(month_of("ŞUBAT"), Some(2));
        assert_eq!(month_of("Μαΐου"), Some(5));
        assert_eq!(month_of("Maybe"), None);
    }
}
