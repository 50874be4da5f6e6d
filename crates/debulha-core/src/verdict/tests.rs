//! Walls, errors and empty pages in the languages of the web, and pages that only speak of them.

use super::{Verdict, VerdictKind, VerdictParams};
use crate::extractors::all_text::AllText;
use crate::{Extractor, Page, Scratch};
use debulha_dom::{Limits, parse};

fn verdict(html: &str) -> Verdict {
    let parsed = parse(html, &Limits::default());
    let page = Page::new(&parsed.document);
    let outcome = AllText::default().extract(&page, &mut Scratch::default());
    Verdict::of(&page, &outcome, &parsed.truncations, &VerdictParams::default())
}

fn assert_kind(html: &str, kind: VerdictKind) {
    let found = verdict(html);
    assert_eq!(found.kind, kind, "{html}: {:?}", found.evidence);
}

/// 120 words of a story.
fn story() -> String {
    let paragraph = "<p>The rye stood high that summer, and nobody in the valley could remember a year in which the stalks had been \
        so heavy, the nights so warm, and the old threshing floor so full of grain, dust and loud songs.</p>";
    paragraph.repeat(3)
}

#[test]
fn pages_that_are_not_there() {
    for statement in [
        "Pagina niet gevonden",
        "Vi kan inte hitta sidan",
        "Siden blev ikke fundet",
        "Siden finnes dessverre ikke",
        "Hakemaasi sivua ei löytynyt",
        "Tato stránka neexistuje",
        "Táto stránka neexistuje",
        "Az oldal nem található",
        "Pagina nu a fost găsită",
        "Страницата не е намерена",
        "Такої сторінки не існує",
        "Η σελίδα δεν βρέθηκε",
        "Aradığınız sayfa mevcut değil",
        "لم نتمكن من العثور على الصفحة",
        "העמוד המבוקש לא נמצא",
        "صفحه‌ای که می‌خواهید وجود ندارد",
        "आप जो पृष्ठ खोज रहे हैं वह नहीं मिला",
        "ไม่พบหน้าเว็บ",
        "Không tìm thấy trang này",
        "Laman tidak ditemukan",
        "페이지를 찾을 수 없어요",
        "このページは存在しません",
        "抱歉，您访问的页面不存在",
        "很抱歉，找不到您要的網頁",
        "No s'ha trobat la pàgina",
        "Stranica nije pronađena",
        "Страница није пронађена",
        "Puslapis nerastas",
        "Lapa nav atrasta",
        "Lehekülge ei leitud",
    ] {
        assert_kind(
            &format!("<title>{statement} – Celeiro</title><h1>{statement}</h1>"),
            VerdictKind::ErrorPage,
        );
        assert_kind(
            &format!("<title>Celeiro</title><h1>:-(</h1><p>{statement}.</p>"),
            VerdictKind::ErrorPage,
        );
    }
}

#[test]
fn requests_for_consent_with_and_without_names() {
    for (text, accept, decline) in [
        (
            "Wir und unsere Partner nutzen Cookies. Ihre Einwilligung ist freiwillig.",
            "Zustimmen",
            "Einstellungen",
        ),
        ("Wij gebruiken cookies met jouw toestemming, ook die van partners.", "Akkoord", "Weigeren"),
        ("Vi använder kakor med ditt samtycke för att mäta besök.", "Godkänn alla", "Avvisa"),
        ("Vi bruger cookies med dit samtykke til at måle besøg.", "Tillad alle", "Afvis"),
        ("Käytämme evästeitä suostumuksellasi kävijöiden mittaamiseen.", "Salli kaikki", "Hylkää"),
        ("Za Twoją zgodą używamy plików cookie do pomiarów.", "Akceptuję", "Odrzuć"),
        ("S vaším souhlasem používáme cookies k měření návštěv.", "Přijmout", "Odmítnout"),
        ("Hozzájárulásával sütiket használunk a látogatások mérésére.", "Elfogadom", "Elutasítom"),
        ("Cu consimțământul dvs. folosim module cookie pentru statistici.", "Accept", "Refuz"),
        ("С вашето съгласие използваме бисквитки за статистика.", "Приемам", "Отказ"),
        ("С вашего согласия мы используем файлы cookie для статистики.", "Принять", "Отклонить"),
        ("За вашою згодою ми використовуємо файли cookie для статистики.", "Прийняти", "Відхилити"),
        ("Με τη συγκατάθεσή σας χρησιμοποιούμε cookies για μετρήσεις.", "Αποδοχή", "Απόρριψη"),
        ("Onayınızla çerezleri ziyaretleri ölçmek için kullanıyoruz.", "Kabul et", "Reddet"),
        ("بموافقتك نستخدم ملفات تعريف الارتباط لقياس الزيارات.", "موافق", "رفض"),
        ("בהסכמתך אנו משתמשים בעוגיות כדי למדוד ביקורים.", "אישור", "דחייה"),
        ("با رضایت شما از کوکی برای سنجش بازدید استفاده می‌کنیم.", "موافقم", "رد کردن"),
        ("आपकी सहमति से हम कुकी का उपयोग करते हैं।", "स्वीकार करें", "अस्वीकार करें"),
        ("เราใช้คุกกี้ด้วยความยินยอมของคุณเพื่อวัดการเข้าชม", "ยอมรับ", "ปฏิเสธ"),
        ("Với sự đồng ý của bạn, chúng tôi dùng cookie để đo lượt truy cập.", "Chấp nhận", "Từ chối"),
        ("Dengan persetujuan Anda, kami memakai cookie untuk statistik.", "Terima", "Tolak"),
        ("お客様の同意を得て、Cookieを使用して訪問を測定します。", "同意する", "拒否"),
        ("귀하의 동의를 받아 쿠키를 사용하여 방문을 측정합니다.", "동의", "거부"),
        ("经您同意，我们使用 Cookie 来统计访问量。", "接受", "拒绝"),
    ] {
        let plain = format!(
            "<title>Celeiro</title><main><p>{text}</p><button>{accept}</button> <button>{decline}</button></main>"
        );
        assert_kind(&plain, VerdictKind::Consent);
        let named = format!(
            "<div id=cmp-box role=dialog><p>{text}</p><button>{accept}</button><button>{decline}</button></div>"
        );
        assert_kind(&named, VerdictKind::Consent);
    }
    // Site software names its components so.
    let components = format!(
        "<div class=cmp-container><h1>Privacy of personal data</h1><p>Consent and our partners.</p>{}<a href=/x>More</a></div>",
        story()
    );
    assert_kind(&components, VerdictKind::Ok);
    // The container's name and its controls are enough in a language without words here.
    let named =
        "<div class=cookie-wall><p>Við notum vafrakökur.</p><button>Já</button><button>Nei</button></div>";
    assert_kind(named, VerdictKind::Consent);
}

#[test]
fn requests_for_an_age() {
    for html in [
        "<title>Adega</title><h1>Você tem mais de 18 anos?</h1><button>Sim</button><button>Não</button>",
        "<title>Bryggeriet</title><p>Er du fyldt 18 år?</p><a href=/in>Ja</a> <a href=//other.example>Nej</a>",
        "<h1>Confirmez votre âge</h1><form><select><option>1990</select><button>OK</button></form>",
        "<h1>Вам уже есть 18 лет?</h1><button>Да</button><button>Нет</button>",
        "<h1>年齢確認</h1><p>あなたは20歳以上ですか？</p><button>はい</button><button>いいえ</button>",
        "<h1>18+</h1><button>Kyllä</button><button>Ei</button>",
        "<h1>Geburtsdatum</h1><p>Bitte angeben.</p><input type=date><input type=submit value=Weiter>",
    ] {
        assert_kind(html, VerdictKind::Consent);
    }
    for html in [
        format!("<title>Age limits for beer</title><h1>Why the age limit is 18</h1>{}<p>Verify your age?</p><button>Yes</button>", story()),
        "<h1>Chess for children</h1><p>The club meets on Fridays at 18 in the old mill. Bring a board.</p><button>Print</button>".into(),
    ] {
        assert_kind(&html, VerdictKind::Ok);
    }
}

#[test]
fn requests_for_scripts_cookies_and_browsers() {
    for text in [
        "Bitte aktivieren Sie JavaScript in Ihrem Browser.",
        "Active JavaScript pour continuer.",
        "Schakel JavaScript in om deze site te gebruiken. JavaScript is uitgeschakeld.",
        "Aktivera JavaScript i din webbläsare.",
        "Slå JavaScript til for at se siden.",
        "Ota JavaScript käyttöön selaimen asetuksista.",
        "Włącz obsługę JavaScript w przeglądarce.",
        "Povolte prosím JavaScript ve svém prohlížeči.",
        "Engedélyezze a JavaScriptet a böngészőjében.",
        "Activați JavaScript în browser.",
        "Моля, включете JavaScript в браузъра си.",
        "Увімкніть JavaScript у браузері.",
        "Ενεργοποιήστε τη JavaScript στο πρόγραμμα περιήγησης.",
        "Lütfen tarayıcınızda JavaScript'i etkinleştirin.",
        "يرجى تفعيل جافا سكريبت في متصفحك.",
        "יש להפעיל JavaScript בדפדפן.",
        "لطفاً جاوااسکریپت را در مرورگر خود فعال کنید.",
        "कृपया अपने ब्राउज़र में JavaScript सक्षम करें।",
        "กรุณาเปิดใช้งาน JavaScript ในเบราว์เซอร์",
        "Vui lòng bật JavaScript trong trình duyệt.",
        "Aktifkan JavaScript di peramban Anda.",
        "ブラウザのJavaScriptを有効にしてください。",
        "브라우저에서 자바스크립트를 활성화하세요.",
        "请在浏览器中启用 JavaScript。",
        "Ihr Browser ist veraltet. Bitte aktualisieren Sie Ihren Browser.",
        "Les cookies doivent être activés dans votre navigateur.",
    ] {
        assert_kind(&format!("<title>Celeiro</title><h1>Celeiro</h1><p>{text}</p>"), VerdictKind::Shell);
    }
    let article = format!("<title>JavaScript frameworks</title><h1>Do you need JavaScript?</h1>{}", story());
    assert_kind(&article, VerdictKind::Ok);
    let short = "<h1>Browsers on the farm</h1><p>The goats were browsing the hedge all day, and nothing much was left of the roses \
        in the evening when the farmer came home and shut the gate behind him.</p>";
    assert_kind(short, VerdictKind::Ok);
}

#[test]
fn checks_for_robots() {
    for text in [
        "Bitte bestätigen Sie, dass Sie kein Roboter sind.",
        "Vérifiez que vous êtes humain",
        "Confirma que no eres un robot",
        "Подтвердите, что вы не робот",
        "Vahvista, että et ole robotti",
        "Robot olmadığınızı doğrulayın",
        "請完成驗證，確認您是真人",
        "ロボットではないことを確認してください",
    ] {
        assert_kind(&format!("<title>x</title><h1>{text}</h1>"), VerdictKind::ErrorPage);
    }
    let widget = "<title>Celeiro</title><p>Un momento</p><div class=cf-turnstile></div>";
    assert_kind(widget, VerdictKind::ErrorPage);
    let contact = "<title>Contact</title><h1>Write to the barn</h1><form><textarea></textarea><div class=g-recaptcha></div></form>";
    assert_kind(contact, VerdictKind::Ok);
}

#[test]
fn searches_and_shops_with_nothing_to_show() {
    for html in [
        "<h1>Suchergebnisse</h1><p>Leider wurden zu Ihrer Anfrage keine Treffer erzielt.</p><input type=search>",
        "<h1>Recherche</h1><p>Aucun résultat pour « celeiro ».</p>",
        "<h1>Votre panier est vide</h1><p>Continuez vos achats.</p>",
        "<h1>Hakutulokset</h1><p>Ei tuloksia haulle ”lato”.</p>",
        "<h1>0 tulosta</h1><p>Yritä uudelleen.</p>",
        "<h1>Поиск</h1><p>По вашему запросу ничего не найдено.</p>",
        "<h1>検索</h1><p>「納屋」に一致する情報は見つかりませんでした。</p>",
        "<h1>搜索</h1><p>没有找到相关内容</p>",
        "<h1>Arama</h1><p>Sonuç bulunamadı.</p>",
        "<h1>बखार</h1><p>कोई परिणाम नहीं मिला।</p>",
        "<title>Celeiro</title><h1>It works!</h1>",
        "<title>Domena</title><h1>Domena jest na sprzedaż</h1>",
    ] {
        assert_kind(html, VerdictKind::ErrorPage);
    }
    let news = "<h1>The search goes on</h1><p>Divers searched the pond for the old bell all day, but there were no results, said the \
        village priest, who now hopes for the dry weeks of August.</p>";
    assert_kind(news, VerdictKind::Ok);
}

#[test]
fn walls_before_the_rest_of_a_text() {
    let teaser = "<p>The rye stood high that summer, and nobody in the valley could remember a year in which the stalks had been so heavy.</p>";
    for text in [
        "Alleen voor abonnees",
        "Bara för prenumeranter. Redan prenumerant? Logga in",
        "Kun for abonnenter",
        "Denne saken er for abonnenter",
        "Vain tilaajille",
        "Pouze pro předplatitele",
        "Len pre predplatiteľov",
        "Csak előfizetőknek",
        "Doar pentru abonați",
        "Само за абонати",
        "Лише для передплатників",
        "Μόνο για συνδρομητές",
        "Sadece aboneler okuyabilir",
        "للمشتركين فقط",
        "למנויים בלבד",
        "فقط برای مشترکان",
        "केवल सदस्यों के लिए",
        "เฉพาะสมาชิกเท่านั้น",
        "Đăng ký để đọc tiếp",
        "Khusus pelanggan",
        "구독자 전용 기사입니다",
        "訂閱者專享",
    ] {
        assert_kind(
            &format!("<article><h1>Rye</h1>{teaser}<div><p>{text}</p></div></article>"),
            VerdictKind::Paywall,
        );
    }
}

#[test]
fn promotions_below_a_whole_text_are_no_walls() {
    let whole = format!("<main><article><h1>Rye</h1><div>{}{}</div></article>", story(), story());
    assert_kind(
        &format!("{whole}<div class=promo><h3>Subscribe to read more</h3></div></main>"),
        VerdictKind::Ok,
    );
    assert_kind(&format!("{whole}<aside><p>Bereits Abonnent? Anmelden</p></aside></main>"), VerdictKind::Ok);
    assert_kind(
        &format!("{whole}<div class=paywall><p>Subscribe to read more</p></div></main>"),
        VerdictKind::Partial,
    );
    let inside = whole.replace("</div></article>", "<p>Subscribe to read more</p></div></article></main>");
    assert_kind(&inside, VerdictKind::Partial);
}

#[test]
fn templates_that_nothing_has_filled() {
    for html in [
        "<title>%TITLE%</title><h1>%HEADLINE%</h1><p>%BODY%</p>",
        "<title>${page.title}</title><h1>${page.title}</h1><p>By ${author} on ${date}</p>",
        "<title>Celeiro</title><h1>{{ item.name }}</h1><p>{{ item.text }}</p><p>Price: {{ item.price }}</p>",
        "<title>[[+title]]</title><h1>[[+title]]</h1>",
        "<title>Celeiro</title><div id=x><p>Cargando, por favor espere...</p></div>",
        "<title>Celeiro</title><div id=x><p>Ladataan…</p></div>",
    ] {
        assert_kind(html, VerdictKind::Shell);
    }
    let lesson = format!(
        "<title>Templates in Vue</title><h1>Braces</h1>{}<p>Write <code>{{{{ name }}}}</code>:</p><pre>&lt;p>{{{{ name }}}}&lt;/p></pre>",
        story()
    );
    assert_kind(&lesson, VerdictKind::Ok);
    let short = "<title>Templates in Vue</title><h1>Braces</h1><p>Two braces around a name show its value:</p><pre>{{ name }} {{ other.name }}</pre>";
    assert_kind(short, VerdictKind::Ok);
}

#[test]
fn articles_about_errors_walls_and_cookies_are_content() {
    for (title, heading) in [
        ("How to fix 404 errors", "404 pages that help readers"),
        ("Så fungerar kakor", "Kakor, samtycke och integritet"),
        ("Paywalls: who pays for news", "Should you subscribe to read?"),
        ("Was Cookies sind", "Cookies und Einwilligung, einfach erklärt"),
        ("Ikäraja", "Miksi ikäraja on 18 vuotta"),
        ("Зачем нужен JavaScript", "Как включить JavaScript"),
    ] {
        let html = format!("<title>{title}</title><h1>{heading}</h1>{}", story());
        assert_kind(&html, VerdictKind::Ok);
    }
}
