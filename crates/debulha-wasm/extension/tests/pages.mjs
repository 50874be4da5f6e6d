// Pages of the kinds that a reader meets, served on loopback: articles, threads, products, script-made, hidden, right to left, Chinese, hostile.

const paragraph = (nth) =>
  `<p>Rye number ${nth} is sown in autumn and harvested in late summer, when the grain is hard and the straw is dry and yellow. The mill grinds it slowly between two stones.</p>`;
const paragraphs = (count) => Array.from({ length: count }, (_, nth) => paragraph(nth + 1)).join("");
const framed = (main, head = "<title>The rye mill</title>") =>
  `<!DOCTYPE html><html lang="en"><head>${head}</head><body><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/about">About us</a></li></ul></nav><main>${main}</main><footer><p>All rights reserved. <a href="/terms">Terms</a></p></footer></body></html>`;
const article = (more = "", head) => framed(`<article><h1>The rye mill</h1>${paragraphs(5)}${more}</article>`, head);

const attack = "document.documentElement.dataset.executed = '1'; globalThis.executed = true; fetch('/leak')";

/** Each page: its HTML, texts that its content must have, and texts that it must not have. */
export const PAGES = {
  article: { html: article(), has: ["Rye number 5"], lacks: ["Shop", "All rights"] },
  sections: { html: article(`<h2>History</h2>${paragraphs(2)}<h3>Stones</h3>${paragraphs(2)}`), has: ["History", "Stones"], lacks: ["Shop"] },
  list: { html: article(`<p>You need these things for it:</p><ul><li>two stones of granite</li><li>a wheel of oak</li></ul>${paragraphs(1)}`), has: ["a wheel of oak"], lacks: ["About us"] },
  table: { html: article(`<table><tr><th>Year</th><th>Sacks of rye</th></tr><tr><td>1901</td><td>412</td></tr><tr><td>1902</td><td>398</td></tr></table>${paragraphs(1)}`), has: ["Sacks of rye", "412"], lacks: ["Shop"] },
  code: { html: article(`<pre><code>fn grind(sacks: u32) -> u32 {\n    sacks * 80\n}</code></pre>${paragraphs(1)}`), has: ["sacks * 80"], lacks: ["Shop"] },
  formula: { html: article(`<p>The flow is <math><mi>Q</mi><mo>=</mo><mi>v</mi><mi>A</mi></math> in cubic metres.</p>${paragraphs(1)}`), has: ["cubic metres"], lacks: [] },
  quote: { html: article(`<blockquote><p>We ground all winter, and the river never froze, said the miller.</p></blockquote>${paragraphs(1)}`), has: ["river never froze"], lacks: [] },
  footnotes: { html: article(`<p>The stones are old.<sup><a href="#n1" id="r1">1</a></sup></p>${paragraphs(1)}<ol><li id="n1">They were cut in 1850. <a href="#r1">back</a></li></ol>`), has: ["stones are old"], lacks: [] },
  images: { html: article(`<figure><img src="/mill.png" alt="The mill by the river"><figcaption>The mill by the river in spring</figcaption></figure>${paragraphs(1)}`), has: ["in spring"], lacks: [] },
  thread: {
    html: framed(`<h1>Which stones are best?</h1>${[1, 2, 3, 4].map((nth) => `<div class="post" id="p${nth}"><div class="author">miller${nth}</div><div class="date">2024-03-0${nth}</div><div class="body"><p>Post ${nth}: I have used granite for ${nth}0 years now, and it wears more slowly than sandstone does in our mill.</p></div></div>`).join("")}`, "<title>Which stones are best?</title>"),
    has: ["Post 1", "Post 4"],
    lacks: ["All rights"],
  },
  product: {
    html: framed(`<h1>Rye flour, 5 kg</h1><p class="price">€ 12.50</p><p>Dark rye flour from our own mill, ground between two stones and packed on the same day. It keeps for nine months in a dry place.</p><ul><li>Stone-ground</li><li>From one field</li></ul>`, "<title>Rye flour, 5 kg</title>"),
    has: ["Dark rye flour"],
    lacks: ["All rights"],
  },
  scripted: {
    html: framed(`<div id="app"></div><script>document.getElementById("app").innerHTML = "<article><h1>The rye mill</h1>" + ${JSON.stringify(paragraphs(5))} + "</article>"</script>`),
    has: ["Rye number 5"],
    lacks: ["Shop"],
  },
  late: {
    html: framed(`<div id="app">Loading</div><script>setTimeout(() => { document.getElementById("app").innerHTML = "<article><h1>The rye mill</h1>" + ${JSON.stringify(paragraphs(4))} + "</article>"; document.title = "ready" }, 50)</script>`),
    has: ["Rye number 4"],
    lacks: ["Loading"],
    ready: "ready",
  },
  component: {
    html: framed(`<rye-mill></rye-mill><script>customElements.define("rye-mill", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<article><h1>The rye mill</h1>" + ${JSON.stringify(paragraphs(4))} + "<slot></slot></article>" } })</script>`),
    has: ["Rye number 4"],
    lacks: ["Shop"],
  },
  slots: {
    html: framed(`<rye-card>${paragraphs(4)}</rye-card><script>customElements.define("rye-card", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<article><h1>The rye mill</h1><slot></slot></article>" } })</script>`),
    has: ["Rye number 4"],
    lacks: ["Shop"],
  },
  hidden: {
    html: article(`<p style="display:none">HIDDEN-ONE is a text that nobody sees on this page at all.</p><p class="x">HIDDEN-TWO is a text that nobody sees on this page at all.</p><p style="color:transparent">HIDDEN-THREE is a text that nobody sees on this page at all.</p><p style="position:absolute;left:-9999px">HIDDEN-FOUR is a text that nobody sees on this page.</p>`, "<title>The rye mill</title><style>.x { visibility: hidden }</style>"),
    has: ["Rye number 5"],
    lacks: ["HIDDEN-ONE", "HIDDEN-TWO", "HIDDEN-THREE", "HIDDEN-FOUR"],
  },
  consent: { html: article(`<div role="dialog" style="position:fixed;bottom:0;left:0;right:0;background:#fff"><p>We use cookies to make this site better for you. <button>Accept</button></p></div>`), has: ["Rye number 5"], lacks: ["We use cookies"] },
  comments: { html: article(`<section id="comments"><h2>Comments</h2><div class="comment"><b>Ana</b><p>What a lovely mill, COMMENT-ONE, I must visit it soon.</p></div><div class="comment"><b>Rui</b><p>My grandfather worked there, COMMENT-TWO, for many years.</p></div></section>`), has: ["Rye number 5"], lacks: [] },
  rtl: {
    html: `<!DOCTYPE html><html lang="ar" dir="rtl"><head><title>الطاحونة</title></head><body><nav><a href="/">الرئيسية</a> <a href="/x">اتصل بنا</a></nav><article><h1>الطاحونة</h1>${"<p>يزرع الجاودار في الخريف ويحصد في أواخر الصيف عندما تكون الحبوب صلبة والقش جافا وأصفر اللون في الحقول.</p>".repeat(5)}</article></body></html>`,
    has: ["يزرع الجاودار"],
    lacks: ["اتصل بنا"],
  },
  chinese: {
    html: `<!DOCTYPE html><html lang="zh"><head><title>磨坊</title></head><body><nav><a href="/">首页</a> <a href="/x">联系我们</a></nav><article><h1>磨坊</h1>${"<p>黑麦在秋天播种，夏末收获，那时谷粒坚硬，秸秆干燥发黄。磨坊用两块石头慢慢地把它磨成面粉，然后装进袋子里卖给村里的面包师。</p>".repeat(5)}</article></body></html>`,
    has: ["黑麦在秋天播种"],
    lacks: ["联系我们"],
  },
  japanese: {
    html: `<!DOCTYPE html><html lang="ja"><head><title>水車小屋</title></head><body><nav><a href="/">ホーム</a></nav><article><h1>水車小屋</h1>${"<p>ライ麦は秋に蒔かれ、夏の終わりに収穫されます。水車小屋では二つの石の間でゆっくりと挽かれ、その日のうちに袋に詰められます。</p>".repeat(5)}</article></body></html>`,
    has: ["ライ麦は秋に"],
    lacks: ["ホーム"],
  },
  emoji: { html: article("<p>The miller 👩🏽‍🌾 sends 😀 to all 𝓻𝔂𝓮 eaters of the valley, and waits for the spring.</p>"), has: ["👩🏽‍🌾"], lacks: [] },
  pre: { html: article("<pre>\n\n  two lines are empty above</pre>" + paragraphs(1)), has: ["two lines are empty above"], lacks: [] },
  hostile: { html: article(`<script>${attack}</script><p onclick="${attack}">Click <a href="javascript:${encodeURIComponent(attack)}">here for rye</a> <img src=x onerror="${attack}"> and read on about the mill.</p>`), has: ["Rye number 5"], lacks: ["executed"], hostile: true },
  mutated: { html: article(`<p>Read on about the mill &lt;img src=x onerror=globalThis.executed=1&gt; and the river.</p><svg><style><img src=x onerror="${attack}"></style></svg><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=globalThis.executed=1&gt;">`), has: ["Rye number 5"], lacks: [], hostile: true },
  based: { html: article(`<p>See <a href="terms">the terms of the mill</a> for more about it.</p>`, `<title>The rye mill</title><base href="javascript:globalThis.executed=1//">`), has: ["Rye number 5"], lacks: [], hostile: true },
  framed: { html: article(`<iframe srcdoc="<p>FRAME-TEXT</p><script>parent.executed = true</script>"></iframe>`), has: ["Rye number 5"], lacks: ["FRAME-TEXT"] },
  deep: { html: article(`${"<div>".repeat(600)}<p>The deep text of the mill lies below many elements of this page.</p>`), has: ["Rye number 5"], lacks: [] },
  empty: { html: "<!DOCTYPE html><title>Nothing</title><body></body>", has: [], lacks: [] },
  part1: { html: article(`<p><a rel="next" href="/part2">Next page</a></p>`, `<title>The rye mill</title><link rel="next" href="/part2">`), has: ["Rye number 5"], lacks: [], next: true },
};

export const PART2 = framed(`<article><h1>The rye mill</h1><p>The second page tells of the wheel, which was made of oak in 1850 and turned until the great flood of 1909.</p>${paragraphs(2).replaceAll("Rye number", "Wheel number")}</article>`);
