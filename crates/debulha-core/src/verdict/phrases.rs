//! Phrases that tell walls and errors: data, with its origin.
//!
//! The phrases in this file are those that rules search with a language; the files in `words/` have more of them, in
//! some 38 languages.
//!
//! All are in lower case, white space folded, with straight apostrophes, `i` for the dotless letter of Turkish, and
//! without joiners; texts are prepared the same way before a search. Origin: the default error pages of common servers and
//! site software, the texts of login and subscription boxes as readers know them, and their usual translations; our own
//! collection. Shape decides first.

use crate::word_list::word_list;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A phrase and its language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phrase {
    /// ISO 639-1 code.
    pub language: &'static str,
    /// The phrase in lower case.
    pub text: &'static str,
}

macro_rules! phrases {
    ($($(#[$doc:meta])* $name:ident: $($language:literal => [$($text:literal),* $(,)?];)*)*) => {
        $($(#[$doc])* pub static $name: &[Phrase] = &[$($(Phrase { language: $language, text: $text }),*),*];)*
    };
}

#[rustfmt::skip]
phrases! {
    /// What a title or a short text says where the page is an error, a check for robots, or the page that a server shows
    /// before there is a site.
    STATUS:
        "en" => [
            "not found", "page not found", "page can't be found", "page cannot be found",
            "page could not be found", "doesn't exist", "does not exist", "no longer available",
            "no longer exists", "page is missing", "page unavailable", "page isn't available", "access denied",
            "access to this page has been denied", "access forbidden", "forbidden", "permission denied",
            "bad request", "request rejected", "request blocked", "internal server error", "server error",
            "bad gateway", "gateway time-out", "gateway timeout", "service unavailable",
            "service temporarily unavailable", "temporarily unavailable", "too many requests",
            "something went wrong", "an error occurred", "an error has occurred", "just a moment",
            "attention required", "are you a robot", "are you human", "verify you are human",
            "verifying you are human", "verify that you are not a robot", "pardon our interruption",
            "security check", "checking your browser", "unusual traffic", "you have been blocked",
            "bot verification", "human verification", "site can't be reached", "website is under maintenance",
            "under maintenance", "database error", "error establishing a database connection", "account suspended",
            "domain is for sale", "nothing found",
            "cannot be found", "can't be found", "could not be found", "was not found on this server",
            "page cannot be displayed", "page can't be displayed",
            "file or directory not found", "cannot find the file specified",
            "authorization required", "unauthorized", "access is denied", "not authorized to view this page",
            "directory listing denied", "does not allow contents to be listed", "method not allowed",
            "could not be retrieved", "server error in '/' application", "proxy error",
            "bandwidth limit exceeded", "website is under construction", "site under construction",
            "page under construction", "under construction page", "welcome to nginx", "test page for the apache http server", "test page for apache installation",
            "test page for the nginx http server", "ubuntu default page", "debian default page",
            "default web page for this server", "does not currently have a default page", "iis windows server",
        ];
        "pt" => [
            "página não encontrada", "pagina nao encontrada", "não encontrado", "não foi encontrada", "não existe",
            "acesso negado", "acesso proibido", "erro interno", "serviço indisponível", "ocorreu um erro",
            "algo deu errado", "temporariamente indisponível",
            "não encontrada", "não foi encontrado", "não pode ser encontrada", "não é possível encontrar",
            "não foi possível encontrar", "não é possível exibir a página", "não pode ser exibida",
            "não localizado", "não localizada", "página inexistente", "erro do servidor", "erro no servidor",
        ];
        "es" => [
            "página no encontrada", "pagina no encontrada", "no encontrado", "no se encontró",
            "no se ha encontrado", "no existe", "acceso denegado", "acceso prohibido", "error interno",
            "servicio no disponible", "ha ocurrido un error", "algo salió mal",
            "no encontrada", "no localizado", "no se ha localizado", "no se puede encontrar",
            "no se pudo encontrar", "no se puede mostrar la página", "página inexistente",
            "página no disponible", "error del servidor", "error de servidor",
        ];
        "de" => [
            "seite nicht gefunden", "nicht gefunden", "existiert nicht", "zugriff verweigert", "zugriff verboten",
            "interner fehler", "interner serverfehler", "dienst nicht verfügbar", "ein fehler ist aufgetreten",
            "etwas ist schiefgelaufen", "nicht verfügbar",
            "wurde nicht gefunden", "nicht gefunden werden", "kann nicht angezeigt werden",
            "zugriff nicht erlaubt", "serverfehler",
        ];
        "fr" => [
            "page introuvable", "page non trouvée", "introuvable", "non trouvé", "n'existe pas",
            "n'existe plus", "accès refusé", "accès interdit", "erreur interne",
            "service indisponible", "une erreur est survenue", "une erreur s'est produite",
           
            "non trouvée", "n'a pas été trouvée", "n'a pas été trouvé",
            "impossible de trouver", "impossible d'afficher la page",
            "ne peut pas être affichée", "page inexistante",
            "erreur du serveur", "erreur serveur",
        ];
        "it" => [
            "pagina non trovata", "non trovata", "non trovato", "non esiste", "accesso negato", "accesso vietato",
            "errore interno", "servizio non disponibile", "si è verificato un errore", "qualcosa è andato storto",
            "impossibile trovare", "impossibile visualizzare la pagina", "non è stata trovata",
            "non è stato trovato", "pagina inesistente", "pagina non disponibile", "errore del server",
        ];
        "pl" => [
            "nie znaleziono", "strona nie została znaleziona", "nie istnieje", "odmowa dostępu", "brak dostępu",
            "błąd serwera", "wewnętrzny błąd", "usługa niedostępna", "wystąpił błąd", "coś poszło nie tak",
            "nie można odnaleźć", "nie można znaleźć", "nie można wyświetlić strony", "nie została odnaleziona",
            "nie odnaleziono", "dostęp zabroniony",
        ];
        "ru" => [
            "страница не найдена", "не найдено", "не найдена", "не существует", "доступ запрещен",
            "доступ запрещён", "внутренняя ошибка", "ошибка сервера", "сервис недоступен",
            "сервис временно недоступен", "произошла ошибка", "что-то пошло не так",
            "не найден", "невозможно найти страницу", "невозможно отобразить страницу", "не удается найти",
            "не удаётся найти", "не может быть найдена", "страница недоступна", "доступ закрыт",
        ];
        "zh" => [
            "页面不存在", "页面未找到", "找不到页面", "未找到页面", "无法找到", "找不到网页", "頁面不存在", "找不到頁面", "禁止访问", "拒绝访问", "访问被拒绝",
            "服务器错误", "服务不可用", "出错了",
            "无法显示", "找不到该页", "找不到对象", "找不到文件", "找不到檔案", "网页不存在", "網頁不存在", "文件不存在", "頁面未找到", "页面已被删除",
            "伺服器錯誤", "拒絕存取", "禁止存取",
        ];
        "ja" => [
            "ページが見つかりません", "見つかりません", "見つかりませんでした", "存在しません", "アクセスが拒否されました", "アクセス拒否", "サーバーエラー", "サービスは利用できません",
            "エラーが発生しました",
            "表示できません", "お探しのページは", "アクセスが禁止されています", "サーバエラー",
        ];

    /// What a page says of itself while its site is worked on, or before there is one.
    MAINTENANCE:
        "en" => [
            "be right back", "be back soon", "be back shortly", "back online soon", "back online shortly", "back up soon", "back in a moment",
            "back in a few minutes", "down for maintenance", "down for scheduled maintenance", "down for planned maintenance",
            "down for routine maintenance", "down for a bit of maintenance", "offline for maintenance", "closed for maintenance", "unavailable due to maintenance",
            "unavailable for maintenance", "unavailable for scheduled maintenance", "unavailable for planned maintenance", "is under maintenance", "currently under maintenance", "site under maintenance",
            "undergoing maintenance", "undergoing scheduled maintenance", "undergoing planned maintenance", "undergoing routine maintenance",
            "performing maintenance", "performing scheduled maintenance", "performing some maintenance", "maintenance in progress",
            "maintenance is in progress", "in maintenance mode", "temporarily unavailable", "temporarily down", "temporarily offline",
            "temporarily closed for maintenance", "experiencing technical difficulties", "is under construction", "currently under construction", "site is being updated", "upgrading our site", "upgrading our systems", "improving our site",
        ];
        "pt" => [
            "em manutenção", "voltamos já", "voltamos em breve", "voltaremos em breve", "voltaremos já", "estamos em manutenção",
            "temporariamente indisponível", "indisponível para manutenção", "indisponível devido a manutenção", "temporariamente fora do ar", "em construção", "site em construção",
        ];
        "es" => [
            "en mantenimiento", "volvemos pronto", "volveremos pronto", "volvemos enseguida", "estaremos de vuelta", "estamos en mantenimiento",
            "estamos realizando tareas de mantenimiento", "temporalmente no disponible", "no disponible por mantenimiento", "temporalmente fuera de servicio", "en construcción",
        ];
        "de" => [
            "wegen wartungsarbeiten", "wird gewartet", "wird gerade gewartet", "wird derzeit gewartet", "im wartungsmodus", "sind gleich zurück",
            "bald wieder da", "gleich wieder da", "in kürze wieder", "bald wieder für sie da", "vorübergehend nicht erreichbar",
            "vorübergehend nicht verfügbar", "derzeit nicht erreichbar", "zurzeit nicht erreichbar", "im aufbau",
        ];
        "fr" => [
            "en maintenance", "en cours de maintenance", "de retour bientôt", "bientôt de retour", "revenons bientôt", "revenons vite",
            "reviendrons bientôt", "momentanément indisponible", "brièvement indisponible", "temporairement indisponible", "actuellement indisponible", "en construction",
            "en travaux",
        ];
        "it" => [
            "in manutenzione", "per manutenzione programmata", "torniamo presto", "torneremo presto", "torniamo subito", "saremo presto online", "temporaneamente non disponibile",
            "temporaneamente offline", "in costruzione", "lavori in corso",
        ];
        "nl" => [
            "in onderhoud", "wegens onderhoud", "vanwege onderhoud", "zijn zo terug", "zijn snel terug", "zo weer terug", "binnenkort weer",
            "tijdelijk niet beschikbaar", "tijdelijk niet bereikbaar", "tijdelijk offline", "in aanbouw", "onder constructie",
        ];
        "sv" => [
            "underhåll pågår", "under underhåll", "är snart tillbaka", "strax tillbaka", "tillfälligt otillgänglig", "tillfälligt stängd", "tillfälligt nere",
        ];
        "da" => ["under vedligeholdelse", "er snart tilbage", "midlertidigt utilgængelig", "midlertidigt lukket", "midlertidigt nede"];
        "no" => ["under vedlikehold", "vedlikehold pågår", "er straks tilbake", "er snart tilbake", "midlertidig utilgjengelig", "midlertidig nede"];
        "fi" => ["huoltokatko", "huollossa", "palaamme pian", "tilapäisesti poissa käytöstä", "väliaikaisesti poissa käytöstä"];
        "pl" => [
            "przerwa techniczna", "przerwa konserwacyjna", "trwają prace konserwacyjne", "prace serwisowe", "wracamy wkrótce", "wkrótce wracamy", "zaraz wracamy",
            "tymczasowo niedostępna", "chwilowo niedostępna", "w budowie",
        ];
        "cs" => ["probíhá údržba", "v údržbě", "brzy budeme zpět", "hned jsme zpět", "dočasně nedostupné", "dočasně nedostupná", "ve výstavbě"];
        "hu" => ["karbantartás alatt", "karbantartás miatt", "hamarosan visszatérünk", "átmenetileg nem elérhető"];
        "ro" => ["în mentenanță", "în întreținere", "revenim în curând", "revenim imediat", "temporar indisponibil", "în construcție"];
        "tr" => ["bakim çalişmasi", "bakimdayiz", "bakim modunda", "bakim nedeniyle", "yakinda döneceğiz", "geçici olarak kullanilamiyor", "yapim aşamasinda"];
        "el" => ["υπό συντήρηση", "σε συντήρηση", "θα επιστρέψουμε σύντομα", "προσωρινά μη διαθέσιμη", "υπό κατασκευή"];
        "ru" => [
            "технические работы", "технических работ", "технический перерыв", "на обслуживании", "режим обслуживания", "скоро вернемся", "скоро вернёмся",
            "временно недоступен", "временно недоступна", "временно не работает", "в разработке", "на реконструкции",
        ];
        "uk" => ["технічні роботи", "технічних робіт", "технічне обслуговування", "скоро повернемося", "тимчасово недоступний", "тимчасово не працює"];
        "id" => ["dalam pemeliharaan", "sedang dalam perbaikan", "segera kembali", "sementara tidak tersedia"];
        "vi" => ["đang bảo trì", "bảo trì hệ thống", "sẽ sớm quay lại", "tạm thời không khả dụng"];
        "zh" => ["维护中", "正在维护", "系统维护", "网站维护", "維護中", "系統維護", "網站維護", "暂停服务", "暂时无法访问", "建设中", "建設中",];
        "ja" => [
            "メンテナンス中", "メンテナンスを実施", "メンテナンスのため", "準備中", "工事中", "サービスを停止", "一時的に利用できません", "一時的にご利用いただけません",
        ];
        "ko" => ["점검 중", "점검중", "서버 점검", "시스템 점검", "서비스 점검", "곧 돌아오겠습니다", "공사 중", "준비 중입니다"];
        "ar" => ["تحت الصيانة", "قيد الصيانة", "أعمال الصيانة", "سنعود قريبا", "سنعود قريبًا", "غير متاح مؤقتا", "تحت الإنشاء"];
        "he" => ["בתחזוקה", "עבודות תחזוקה", "נחזור בקרוב", "לא זמין זמנית", "בבנייה"];

    /// What the title of such a page may be alone, and of an article that speaks of it.
    MAINTENANCE_TITLES:
        "en" => [
            "maintenance", "site maintenance", "website maintenance", "scheduled maintenance", "planned maintenance", "routine maintenance",
            "system maintenance", "server maintenance", "maintenance mode", "under maintenance", "under construction", "maintenance page", "coming soon", "offline",
        ];
        "pt" => ["manutenção", "manutenção programada"];
        "es" => ["mantenimiento", "mantenimiento programado"];
        "de" => ["wartung", "wartungsarbeiten", "wartungsmodus", "geplante wartung"];
        "fr" => ["maintenance", "maintenance programmée", "site en maintenance", "maintenance en cours"];
        "it" => ["manutenzione", "manutenzione programmata"];
        "nl" => ["onderhoud", "gepland onderhoud"];
        "sv" => ["underhåll"];
        "da" => ["vedligeholdelse"];
        "no" => ["vedlikehold"];
        "fi" => ["huolto"];
        "pl" => ["konserwacja"];
        "cs" => ["údržba"];
        "hu" => ["karbantartás"];
        "ro" => ["mentenanță", "întreținere"];
        "tr" => ["bakim"];
        "el" => ["συντήρηση"];
        "ru" => ["обслуживание", "техническое обслуживание"];
        "uk" => ["обслуговування"];
        "id" => ["pemeliharaan"];
        "vi" => ["bảo trì"];
        "zh" => ["维护", "維護"];
        "ja" => ["メンテナンス", "メンテナンスのお知らせ"];
        "ko" => ["점검", "점검 안내"];
        "ar" => ["صيانة"];
        "he" => ["תחזוקה"];

    /// What a title or heading says that asks to log in.
    LOGIN:
        "en" => [
            "log in", "login", "log into", "sign in", "signin", "sign up", "create an account", "member login",
            "log in or sign up",
        ];
        "pt" => ["entrar", "iniciar sessão", "fazer login", "faça login", "acessar conta"];
        "es" => ["iniciar sesión", "inicia sesión", "inicio de sesión", "acceder"];
        "de" => ["anmelden", "anmeldung", "einloggen", "log-in"];
        "fr" => ["connexion", "se connecter", "connectez-vous", "s'identifier",];
        "it" => ["accedi", "accesso", "effettua il login"];
        "pl" => ["zaloguj się", "zaloguj", "logowanie"];
        "ru" => ["войти", "вход", "авторизация"];
        "zh" => ["登录", "登入", "用户登录"];
        "ja" => ["ログイン", "サインイン"];

    /// What a box says that keeps readers from the rest of a text.
    PAYWALL:
        "en" => [
            "subscribe to continue", "subscribe to read", "subscribe to keep reading", "subscribe now to read",
            "subscribe to unlock", "subscribe for full access", "sign up to read", "sign in to continue reading",
            "log in to continue reading", "login to continue reading", "register to continue reading",
            "register to read", "to continue reading", "to keep reading", "to read the full article",
            "to read the full story", "to read the rest of this", "to read this article", "for subscribers only",
            "for subscribers", "subscriber-only", "subscribers only", "exclusive to subscribers",
            "already a subscriber", "this post is for paid",
            "this post is for paying", "become a member to read", "reached your limit of free articles",
            "reached your article limit", "free articles remaining", "articles left this month",
            "unlock this article", "unlock the full article", "this content is locked", "this is premium content",
            
        ];
        "pt" => [
            "assine para continuar", "assine para ler", "para continuar lendo", "para continuar a ler",
            "exclusivo para assinantes", "conteúdo exclusivo para assinantes", "já é assinante",
            "só para assinantes",
        ];
        "es" => [
            "suscríbete para seguir", "suscríbete para continuar", "suscríbete para leer", "para seguir leyendo",
            "para continuar leyendo", "exclusivo para suscriptores", "solo para suscriptores",
            "contenido exclusivo para", "ya eres suscriptor", "¿ya eres suscriptor",
        ];
        "de" => [
            "jetzt weiterlesen", "weiterlesen mit", "um weiterzulesen", "nur für abonnenten",
            "exklusiv für abonnenten", "sie sind bereits abonnent", "bereits abonnent", "mit plus weiterlesen",
            "jetzt abonnieren und weiterlesen", "diesen artikel freischalten",
        ];
        "fr" => [
            "réservé aux abonnés", "réservé à nos abonnés", "abonnez-vous pour lire",
            "abonnez-vous pour continuer", "pour lire la suite", "pour continuer la lecture", "déjà abonné",
            "il vous reste à lire",
        ];
        "it" => [
            "abbonati per continuare", "abbonati per leggere", "per continuare a leggere",
            "riservato agli abbonati", "contenuto riservato agli", "sei già abbonato", "già abbonato",
        ];
        "pl" => [
            "tylko dla prenumeratorów", "tylko dla subskrybentów", "aby czytać dalej",
            "czytaj dalej z prenumeratą", "masz już prenumeratę", "dostęp dla prenumeratorów",
        ];
        "ru" => [
            "только для подписчиков", "доступно подписчикам", "доступен только подписчикам",
            "оформите подписку, чтобы", "чтобы читать дальше", "чтобы дочитать", "уже подписаны",
        ];
        "zh" => ["订阅后继续阅读", "登录后继续阅读", "付费阅读", "订阅以继续阅读", "仅限订阅者", "仅限会员", "會員專屬", "訂閱以繼續閱讀", "开通会员"];
        "ja" => ["会員限定", "有料会員限定", "続きを読むには", "この記事は有料", "残り文字", "購読者限定", "ログインして続きを読む"];

    /// What a page says until its scripts have run.
    LOADING:
        "en" => ["loading", "please wait"];
        "pt" => ["carregando", "a carregar", "aguarde"];
        "es" => ["cargando", "espere"];
        "de" => ["wird geladen", "lädt"];
        "fr" => ["chargement", "patientez"];
        "it" => ["caricamento", "attendere"];
        "pl" => ["ładowanie", "wczytywanie"];
        "ru" => ["загрузка", "подождите"];
        "zh" => ["加载中", "載入中"];
        "ja" => ["読み込み中", "ロード中"];
}

/// Words beside the code of an error that say no more than it, in the languages of [`STATUS`].
pub static ERROR_WORDS: &[&str] = &[
    "error",
    "not",
    "found",
    "http",
    "https",
    "status",
    "code",
    "page",
    "erro",
    "página",
    "fehler",
    "seite",
    "erreur",
    "errore",
    "pagina",
    "błąd",
    "ошибка",
    "错误",
    "エラー",
];

/// What a text mentions that asks for consent, in lower case. Most languages write "cookie"; the first letter is left
/// out, so that case needs no folding.
pub static CONSENT_WORDS: &[&str] = &["ookie", "onsent", "GDPR", "ciastecz", "куки", "クッキー", "同意"];

/// Names of consent managers in classes and ids, in lower case: those of the programs themselves.
pub static CONSENT_MANAGERS: &[&str] = &[
    "onetrust",
    "didomi",
    "usercentrics",
    "cookiebot",
    "cybotcookie",
    "qc-cmp",
    "cmpbox",
    "cmpwrapper",
    "fc-consent",
    "truste",
    "osano",
    "klaro",
    "iubenda",
    "cookieyes",
    "cky-consent",
    "cmplz",
    "borlabs",
    "sp_message",
    "termly",
    "axeptio",
    "tarteaucitron",
];

/// Parts of a class or id that make a container of "cookie" one that asks for consent.
pub static CONSENT_PARTS: &[&str] = &[
    "consent",
    "banner",
    "notice",
    "bar",
    "popup",
    "modal",
    "overlay",
    "law",
    "wall",
    "message",
    "warning",
    "dialog",
    "alert",
    "settings",
    "preference",
    "disclaimer",
    "notification",
];

/// Beginnings of classes by which site software names what a text is about, not what an element is.
pub static TOPIC_CLASSES: &[&str] = &["tag-", "category-", "post-", "type-", "topic-", "term-"];

/// Parts of classes and ids of containers around what is paid for.
pub static PAYWALL_PARTS: &[&str] = &[
    "paywall",
    "pay-wall",
    "regwall",
    "subscriber-only",
    "premium-content",
    "metered",
    "noaccess",
    "no-access",
];

/// Characters up to which a phrase must also end where a word does: "no" is in too many words.
const WHOLE_WORD_CHARS: usize = 3;

/// The first character of scripts written without spaces, or with syllables as words: Thai and what follows it in Unicode.
const FIRST_UNSPACED: char = '\u{e00}';

/// Phrases by their first character, so that a search costs a few comparisons per character.
pub(super) struct PhraseSet {
    by_char: FxHashMap<char, Vec<&'static str>>,
}

impl PhraseSet {
    fn new(phrases: impl IntoIterator<Item = &'static str>) -> Self {
        let mut by_char: FxHashMap<char, Vec<&'static str>> = FxHashMap::default();
        for phrase in phrases {
            if let Some(first) = phrase.chars().next() {
                by_char.entry(first).or_default().push(phrase);
            }
        }
        PhraseSet { by_char }
    }

    /// The phrases in a text in lower case that begin where a word does. Any character beyond ASCII may begin one, since
    /// not all scripts have spaces, and some write articles and prepositions as part of the word. O(bytes), as the
    /// number of phrases with one first character is fixed.
    pub(super) fn all_in<'t>(&'t self, text: &'t str) -> impl Iterator<Item = &'static str> + 't {
        let mut in_word = false;
        text.char_indices().flat_map(move |(at, c)| {
            let begins = !in_word || !c.is_ascii();
            in_word = c.is_ascii_alphanumeric();
            let phrases = if begins { self.by_char.get(&c) } else { None };
            phrases.into_iter().flatten().copied().filter(move |phrase| is_at(text, at, phrase))
        })
    }

    /// The first phrase in a text.
    pub(super) fn first_in(&self, text: &str) -> Option<&'static str> {
        self.all_in(text).next()
    }

    /// The first phrase that makes up at least this share of the bytes of a text.
    pub(super) fn first_with_share(&self, text: &str, share: f64) -> Option<&'static str> {
        let shortest = text.len() as f64 * share;
        self.all_in(text).find(|phrase| phrase.len() as f64 >= shortest)
    }

    /// Whether a text begins with a phrase.
    pub(super) fn begins(&self, text: &str) -> bool {
        let phrases = text.chars().next().and_then(|first| self.by_char.get(&first));
        phrases.is_some_and(|phrases| phrases.iter().any(|phrase| is_at(text, 0, phrase)))
    }
}

/// Whether a phrase is at a place of a text, as a whole word if it is short.
fn is_at(text: &str, at: usize, phrase: &str) -> bool {
    let Some(rest) = text[at..].strip_prefix(phrase) else { return false };
    let is_word =
        phrase.starts_with(|c: char| c < FIRST_UNSPACED) && phrase.chars().count() <= WHOLE_WORD_CHARS;
    !is_word || !rest.starts_with(char::is_alphanumeric)
}

macro_rules! phrase_sets {
    ($($(#[$doc:meta])* $name:ident: $file:literal $(, $more:expr)?;)*) => {
        $($(#[$doc])* pub(super) static $name: LazyLock<PhraseSet> = LazyLock::new(|| {
            const WORDS: &[&str] = word_list!($file);
            PhraseSet::new(WORDS.iter().copied()$(.chain($more.iter().map(|phrase| phrase.text)))?)
        });)*
    };
}

phrase_sets! {
    /// Nouns for what a reader looked for.
    PAGE_NOUNS: "words/page_nouns.txt";
    /// What is said of a page that is not there.
    NOT_FOUND: "words/not_found.txt";
    /// More of [`STATUS`].
    MORE_STATUS: "words/status.txt";
    /// More of [`MAINTENANCE`].
    MORE_MAINTENANCE: "words/maintenance.txt";
    /// More of [`MAINTENANCE_TITLES`].
    MORE_MAINTENANCE_TITLES: "words/maintenance_titles.txt";
    /// What a search, a shop or a list says that has nothing to show.
    NOTHING_FOUND: "words/nothing_found.txt";
    /// What titles and headings of searches and baskets say.
    SEARCH_WORDS: "words/search_words.txt";
    /// What servers and site software show before there is a site.
    DEFAULT_PAGES: "words/default_pages.txt";
    /// What a check for robots asks or says.
    HUMAN_CHECKS: "words/human_checks.txt";
    /// What a browser lacks on pages that ask to switch it on.
    WALL_TOPICS: "words/wall_topics.txt";
    /// What such pages want readers to do.
    WALL_DEMANDS: "words/wall_demands.txt";
    /// What a page says or asks that wants to know a reader's age.
    AGE: "words/age_phrases.txt";
    /// Labels of controls that agree.
    ACCEPT: "words/accept.txt";
    /// Labels of controls that refuse, or that let readers choose.
    DECLINE: "words/decline.txt";
    /// What a text mentions that asks for consent, next to [`CONSENT_WORDS`].
    CONSENT: "words/consent.txt";
    /// [`LOADING`], and more.
    LOADING_PHRASES: "words/loading.txt", LOADING;
    /// More of [`LOGIN`].
    MORE_LOGIN: "words/login.txt";
    /// [`PAYWALL`], and more.
    PAYWALL_PHRASES: "words/paywall.txt", PAYWALL;
}

/// Words beside the code of an error, next to [`ERROR_WORDS`].
pub(super) const MORE_ERROR_WORDS: &[&str] = word_list!("words/error_words.txt");

/// The first phrase of [`PAYWALL`], or of its translations in `words/`, in a text in lower case that begins where a word
/// does. Any character beyond ASCII may begin one, since not all scripts have spaces. O(bytes).
///
/// ```
/// use debulha_core::verdict::phrases::paywall_phrase;
///
/// assert_eq!(paywall_phrase("now subscribe to continue"), Some("subscribe to continue"));
/// assert_eq!(paywall_phrase("unsubscribe to continue"), None);
/// assert_eq!(paywall_phrase("この記事は会員限定です"), Some("会員限定"));
/// ```
pub fn paywall_phrase(text: &str) -> Option<&'static str> {
    PAYWALL_PHRASES.first_in(text)
}
