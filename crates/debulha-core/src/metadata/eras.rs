//! Years of eras that begin anew: 令和5年 of Japan, 民國112年 of the Republic of China.

/// An era and what its years are ahead of ours.
struct Era {
    name: &'static str,
    offset: u32,
    /// Whether the name is a letter that means the era on Japanese pages only.
    is_letter: bool,
}

const fn era(name: &'static str, offset: u32) -> Era {
    Era { name, offset, is_letter: name.is_ascii() }
}

/// Those before 1990 are known so that their numbers are not read as something else.
const ERAS: [Era; 10] = [
    era("令和", 2018),
    era("平成", 1988),
    era("昭和", 1925),
    era("大正", 1911),
    era("明治", 1867),
    era("民國", REPUBLIC_OF_CHINA),
    era("民国", REPUBLIC_OF_CHINA),
    era("R", 2018),
    era("H", 1988),
    era("S", 1925),
];

/// Years of the Republic of China begin after this one of ours.
pub(super) const REPUBLIC_OF_CHINA: u32 = 1911;

/// The year of ours before the first of an era. Letters count only with `has_letters`.
pub(super) fn year_before(name: &str, has_letters: bool) -> Option<u32> {
    let era = ERAS.iter().find(|era| era.name == name)?;
    (has_letters || !era.is_letter).then_some(era.offset)
}

/// Where the name of an era at the end of a run of letters begins: scripts without spaces write it after other words.
pub(super) fn start_in(letters: &str) -> Option<usize> {
    if letters.is_ascii() {
        return None;
    }
    let is_end = |era: &&Era| !era.is_letter && letters.ends_with(era.name);
    ERAS.iter().find(is_end).map(|era| letters.len() - era.name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_eras_where_they_are_used_so() {
        assert_eq!(year_before("令和", false), Some(2018));
        assert_eq!(year_before("R", true), Some(2018));
        assert_eq!(year_before("R", false), None);
        assert_eq!(year_before("r", true), None);
    }

    #[test]
    fn an_era_ends_a_run_of_letters() {
        assert_eq!(start_in("中華民國"), Some("中華".len()));
        assert_eq!(start_in("令和"), Some(0));
        assert_eq!(start_in("FOR"), None);
        assert_eq!(start_in("作FOR"), None);
    }
}
