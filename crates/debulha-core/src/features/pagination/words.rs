//! What texts of links say of where they lead, in many languages.

use super::LinkClass;

/// Characters of a text that is looked at, at most: longer ones are no label of a button.
pub(super) const MAX_CHARS: usize = 60;

/// Digits of a page number, at most: longer ones are days, telephones and keys.
const MAX_DIGITS: usize = 6;

/// Words that stand beside the others without changing what they say: "next page", "Seite 3". In lower case, parted by `|`, as
/// in all lists here.
const PAGE: &str = "page|pages|pg|seite|página|pagina|pàgina|sida|sidan|side|sivu|strona|strana|stránka|stranica|страница|\
     страницы|стр|сторінка|oldal|σελίδα|sayfa|trang|halaman|muka|صفحة|الصفحة|صفحه|דף|עמוד|หน้า|पृष्ठ|\
     lehekülg|puslapis|lapa|ページ|頁|页|페이지|go|to|the|la|à";

/// Further words of the same kind, which CJK texts hold without spaces around.
const PAGE_WITHIN: &[&str] = &["のページへ", "のページ", "ページ", "へ", "페이지", "第", "頁", "页"];

const NEXT: &str = "next|forward|continue|weiter|nächste|naechste|vor|vorwärts|suivant|suivante|suivants|suivantes|suite|\
     siguiente|siguientes|sig|próxima|próximo|proxima|proximo|seguinte|seguintes|avançar|avanti|successivo|\
     successiva|succ|prossima|prossimo|següent|volgende|verder|nästa|neste|næste|seuraava|następna|następny|\
     następne|dalej|další|následující|ďalšia|ďalší|nasledujúca|következő|tovább|următoarea|următorul|înainte|\
     următoare|следующая|следующий|следующие|след|вперед|вперёд|далее|дальше|наступна|наступний|далі|наст|\
     следваща|напред|следећа|sledeća|sljedeća|slijedeća|naslednja|επόμενη|επόμενο|επόμενα|sonraki|ileri|\
     التالي|التالية|بعدی|הבא|הבאה|अगला|अगले|आगे|ถัดไป|หน้าถัดไป|tiếp|tiếp theo|trang sau|sau|berikutnya|selanjutnya|\
     lanjut|seterusnya|kitas|sekantis|nākamā|järgmine|hurrengoa|次|次へ|次の|次に|下一|下一页|下一頁|下一张|下页|下頁|下一步|后一页|後一頁|\
     다음|다음글|다음 페이지";

const PREVIOUS: &str = "previous|prev|previous page|back|zurück|vorherige|vorige|précédent|précédente|précédents|précédentes|\
     préc|anterior|anteriores|ant|voltar|precedente|precedenti|prec|indietro|vorige pagina|föregående|\
     forrige|edellinen|poprzednia|poprzedni|poprzednie|wstecz|předchozí|předcházející|predchádzajúca|\
     predošlá|előző|vissza|anterioară|anteriorul|înapoi|precedenta|предыдущая|предыдущий|предыдущие|пред|\
     назад|попередня|попередній|предишна|претходна|prethodna|prejšnja|προηγούμενη|προηγούμενο|προηγούμενα|\
     önceki|geri|السابق|السابقة|قبلی|הקודם|הקודמת|पिछला|पिछले|ก่อนหน้า|trước|trang trước|sebelumnya|\
     ankstesnis|iepriekšējā|eelmine|aurrekoa|前|前へ|前の|上一|上一页|上一頁|上页|上頁|前一页|前一頁|이전|이전글";

const FIRST: &str = "first|erste|première|premier|primera|primero|primeira|primeiro|prima|primo|inicio|início|inizio|eerste|\
     första|første|ensimmäinen|pierwsza|první|prvá|első|prima pagină|первая|первый|начало|в начало|перша|\
     първа|prva|πρώτη|ilk|الأولى|ראשון|แรก|đầu|trang đầu|pertama|最初|最初の|先頭|第一|首|首页|首頁|처음|start";

const LAST: &str = "last|letzte|dernière|dernier|última|último|ultima|ultimo|fim|fine|final|laatste|sista|siste|sidste|\
     viimeinen|ostatnia|poslední|posledná|utolsó|ultima pagină|последняя|последний|конец|в конец|остання|\
     последна|zadnja|τελευταία|son|الأخيرة|אחרון|สุดท้าย|cuối|trang cuối|terakhir|最後|最後の|最终|末|末页|末頁|尾|尾页|最后|\
     最后一|끝|마지막|end";

/// What a link says that shows more of the list it stands below, numbers aside.
const MORE: &str = "more|load more|show more|see more|view more|more results|show more results|load more results|more entries|mehr|mehr laden|\
     mehr anzeigen|mehr ergebnisse|weitere|weitere laden|weitere anzeigen|weitere ergebnisse|voir plus|afficher plus|charger plus|\
     plus de résultats|ver más|cargar más|mostrar más|más resultados|mais|ver mais|carregar mais|mostrar mais|mais resultados|altro|\
     carica altro|carica altri|mostra altro|mostra altri|altri risultati|més|mostra'n més|meer|meer laden|meer tonen|toon meer|\
     meer resultaten|visa fler|visa mer|ladda fler|fler|vis flere|vis mer|hent flere|indlæs flere|flere|näytä lisää|lataa lisää|lisää|\
     więcej|pokaż więcej|załaduj więcej|więcej wyników|více|zobrazit více|načíst další|další výsledky|viac|zobraziť viac|načítať ďalšie|\
     több|több betöltése|további találatok|mai mult|mai multe|arată mai mult|încarcă mai multe|еще|ещё|показать еще|показать ещё|\
     загрузить еще|загрузить ещё|больше|ще|показати ще|завантажити ще|більше|още|покажи още|зареди още|još|prikaži još|učitaj još|več|\
     prikaži več|naloži več|περισσότερα|φόρτωση περισσότερων|daha fazla|daha fazla göster|daha fazla yükle|المزيد|عرض المزيد|تحميل المزيد|\
     بیشتر|نمایش بیشتر|עוד|הצג עוד|טען עוד|और|और देखें|और लोड करें|เพิ่มเติม|ดูเพิ่มเติม|โหลดเพิ่มเติม|xem thêm|tải thêm|lebih banyak|muat lebih banyak|\
     lihat lainnya|daugiau|rodyti daugiau|vairāk|rādīt vairāk|rohkem|näita rohkem|gehiago|もっと|もっと見る|もっと表示|さらに表示|さらに読み込む|\
     更多|加载更多|載入更多|查看更多|显示更多|顯示更多|더보기|더 보기|더 불러오기";

/// Whether a list has a word or phrase.
fn is_in(list: &str, text: &str) -> bool {
    list.split('|').any(|known| known == text)
}

/// A text of a link in one form: lower case, white space folded, cut at [`MAX_CHARS`].
pub(super) fn folded(text: &str) -> String {
    let mut out = String::new();
    let mut chars = 0;
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
            chars += 1;
        }
        for c in word.chars().flat_map(char::to_lowercase) {
            if chars == MAX_CHARS {
                return out;
            }
            out.push(c);
            chars += 1;
        }
    }
    out
}

/// What a text says, folded before; `None` for one that says nothing of pages.
pub(super) fn class_of(text: &str) -> Option<LinkClass> {
    if text.is_empty() {
        return None;
    }
    if !text.chars().any(char::is_alphanumeric) {
        return class_of_signs(text);
    }
    if number_in(text).is_some() {
        return Some(LinkClass::Page);
    }
    let says = |text: &str| {
        let lists = [
            (NEXT, LinkClass::Next),
            (PREVIOUS, LinkClass::Previous),
            (FIRST, LinkClass::First),
            (LAST, LinkClass::Last),
        ];
        lists.into_iter().find(|(list, _)| is_in(list, text)).map(|(_, class)| class)
    };
    let plain = text.trim_matches(|c: char| !c.is_alphanumeric() && !is_mark(c));
    if let Some(class) = says(plain) {
        return Some(class);
    }
    let words = plain.split(|c: char| !c.is_alphanumeric() && !is_mark(c));
    let rest: Vec<&str> = words.filter(|word| !word.is_empty() && !is_in(PAGE, word)).collect();
    says(&rest.join(" ")).or_else(|| {
        let without = PAGE_WITHIN.iter().fold(plain.to_owned(), |text, word| text.replace(word, ""));
        if without.len() == plain.len() { None } else { says(without.trim()) }
    })
}

/// Whether a text, folded before, says that a link shows more of a list: "Load more", "20 more results".
pub(super) fn says_more(text: &str) -> bool {
    is_in(MORE, without_counts(text).trim_matches(|c: char| !c.is_alphanumeric() && !is_mark(c)))
}

/// A text without the numbers in it: "next 50" is "next". A number alone stays.
pub(super) fn without_counts(text: &str) -> String {
    let words = text.split(' ').filter(|word| !word.chars().any(|c| digit_of(c).is_some()));
    let rest = words.collect::<Vec<_>>().join(" ");
    if rest.is_empty() { text.to_owned() } else { rest }
}

/// Whether a character is part of a word although it is no letter: vowels and tones of Indic and Thai script.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{0900}'..='\u{0dff}' | '\u{0e00}'..='\u{0eff}')
}

const FORWARD: &str = ">›→▶►⟩❯⇒▸⟶➔➜〉＞»≫";

const BACKWARD: &str = "<‹←◀◄⟨❮⇐◂⟵〈＜«≪";

/// Arrows and the like.
fn class_of_signs(text: &str) -> Option<LinkClass> {
    let count = |signs: &str| text.chars().filter(|&c| signs.contains(c)).count();
    let (forward, backward, bar) = (count(FORWARD), count(BACKWARD), text.contains('|'));
    if text.chars().any(|c| !(FORWARD.contains(c) || BACKWARD.contains(c) || c == '|' || c.is_whitespace())) {
        return None;
    }
    match (forward, backward, bar) {
        (1 | 2, 0, false) => Some(LinkClass::Next),
        (1.., 0, true) => Some(LinkClass::Last),
        (0, 1 | 2, false) => Some(LinkClass::Previous),
        (0, 1.., true) => Some(LinkClass::First),
        _ => None,
    }
}

/// The page number that a text is, folded before: digits of any script, with signs or words for "page" around at most.
pub(super) fn number_in(text: &str) -> Option<u32> {
    let mut digits = 0;
    let mut number = 0_u32;
    let mut is_over = false;
    let mut word = String::new();
    let is_page_word = |word: &str| word.is_empty() || is_in(PAGE, word) || PAGE_WITHIN.contains(&word);
    for c in text.chars() {
        if let Some(digit) = digit_of(c) {
            if is_over || digits == MAX_DIGITS || !is_page_word(&word) {
                return None;
            }
            word.clear();
            number = number * 10 + digit;
            digits += 1;
        } else {
            is_over = digits > 0;
            if c.is_alphanumeric() || is_mark(c) {
                word.push(c);
            } else {
                if !is_page_word(&word) || !(c.is_whitespace() || "[](){}.,:|-–—·•#".contains(c)) {
                    return None;
                }
                word.clear();
            }
        }
    }
    (digits > 0 && is_page_word(&word)).then_some(number)
}

/// The value of a decimal digit, of the scripts whose pages have them in paginators.
fn digit_of(c: char) -> Option<u32> {
    let zero = match c {
        '0'..='9' => '0',
        '０'..='９' => '０',
        '٠'..='٩' => '٠',
        '۰'..='۹' => '۰',
        '०'..='९' => '०',
        '০'..='৯' => '০',
        '๐'..='๙' => '๐',
        _ => return None,
    };
    Some(c as u32 - zero as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> Option<LinkClass> {
        class_of(&folded(text))
    }

    #[test]
    fn labels_of_many_languages_are_known() {
        for next in [
            "Next",
            "NEXT PAGE ›",
            "weiter »",
            "Nächste Seite",
            "Próxima",
            "Siguiente >",
            "Page suivante",
            "次へ",
            "次のページへ",
            "下一页",
            "다음 페이지",
            "Следующая страница →",
            "След.",
            "الصفحة التالية",
            "หน้าถัดไป",
            "ถัดไป",
            "अगला पृष्ठ",
            ">",
            "»",
            "Trang sau",
        ] {
            assert_eq!(class(next), Some(LinkClass::Next), "{next}");
        }
        for previous in ["« Previous", "zurück", "‹", "<<", "前へ", "上一页", "Назад", "Página anterior"]
        {
            assert_eq!(class(previous), Some(LinkClass::Previous), "{previous}");
        }
        assert_eq!(class("Last »"), Some(LinkClass::Last));
        assert_eq!(class("|<"), Some(LinkClass::First));
        assert_eq!(class("最初"), Some(LinkClass::First));
        for other in ["", "Next year's harvest", "Rye", ">>>", "–", "weiterlesen", "12 comments"] {
            assert_eq!(class(other), None, "{other}");
        }
    }

    #[test]
    fn links_to_more_are_known() {
        for more in [
            "Load more",
            "Show 20 more",
            "More results (350)",
            "Weitere Ergebnisse",
            "更多",
            "Ещё 10",
            "もっと見る »",
            "+ Ver más",
        ] {
            assert!(says_more(&folded(more)), "{more}");
        }
        for other in ["Read more", "More about rye", "", "20", "Next", "weiterlesen"] {
            assert!(!says_more(&folded(other)), "{other}");
        }
        assert_eq!(class_of(&without_counts(&folded("Next 50 >"))), Some(LinkClass::Next));
        assert_eq!([without_counts("next 50"), without_counts("50")], ["next", "50"]);
    }

    #[test]
    fn numbers_stand_alone_or_beside_a_word_for_page() {
        for (text, number) in [
            ("2", Some(2)),
            (" [14] ", Some(14)),
            ("Page 3", Some(3)),
            ("第3页", Some(3)),
            ("３", Some(3)),
            ("٤", Some(4)),
            ("2 3", None),
            ("20160310", None),
            ("3 comments", None),
            ("$5", None),
            ("", None),
            ("5.", Some(5)),
        ] {
            assert_eq!(number_in(&folded(text)), number, "{text}");
        }
    }

    #[test]
    fn texts_and_numbers_end_at_their_limits() {
        for length in [MAX_CHARS, MAX_CHARS + 1] {
            assert_eq!(folded(&"x".repeat(length)).len(), MAX_CHARS);
        }
        let number = |digits: usize| number_in(&"1".repeat(digits)).is_some();
        assert_eq!((number(MAX_DIGITS), number(MAX_DIGITS + 1)), (true, false));
    }
}
