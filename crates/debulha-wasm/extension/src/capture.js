// Runs in a page: the page as the browser shows it. The value of the script is `{ url, html, layout, starts }`: the live tree as HTML, open
// shadow trees in their places; its layout record (docs/layout.md); and where the texts begin in the HTML, in UTF-16 units, in the order of
// `debulhaTexts`, which stays here for marking. `{ error }` where the page is too large.

(() => {
  const MAX_NODES = 200_000;
  const MAX_CHARS = 20_000_000;
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const RAW = new Set("script style xmp iframe noembed noframes plaintext noscript".split(" "));
  const DISPLAYS = new Set(
    "block inline inline-block list-item table table-row-group table-row table-cell flex grid contents none".split(" "),
  );

  const html = [];
  let length = 0;
  const write = (text) => {
    html.push(text);
    length += text.length;
  };
  const nodes = [];
  const styles = [];
  const numbers = new Map();
  const texts = [];
  const starts = [];

  const escape = (text) => text.replace(/[&<>\u00A0]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[char] ?? "&nbsp;");
  const escapeValue = (text) => text.replace(/[&"\u00A0]/g, (char) => ({ "&": "&amp;", '"': "&quot;" })[char] ?? "&nbsp;");

  // 32-bit FNV-1a over the UTF-8 of a text.
  const encoder = new TextEncoder();
  function hash(text) {
    let hash = 0x811c9dc5;
    for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
    return hash >>> 0;
  }

  // The four channels of a computed colour; black where it is of another space.
  function channels(color) {
    const found = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(color);
    return found ? [found[1], found[2], found[3], found[4] ?? 1].map(Number) : [0, 0, 0, 1];
  }
  const hex = (color) => `#${color.slice(0, 3).map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
  const over = (above, below) => below.map((channel, nth) => above[3] * above[nth] + (1 - above[3]) * channel);

  function family(name) {
    const last = name.toLowerCase().split(",").pop().trim();
    if (/monospace|ui-monospace/.test(last) || /mono|courier|consolas|menlo/i.test(name.split(",")[0])) return "monospace";
    if (/sans|system-ui/.test(last)) return "sans-serif";
    return last === "serif" || last === "ui-serif" ? "serif" : "other";
  }

  // What of an element's style its children need, and the number of its style.
  function styleOf(element, above) {
    const style = getComputedStyle(element);
    const own = channels(style.backgroundColor);
    const background = own[3] > 0 ? over(own, above.background) : above.background;
    const isOpaque = above.isOpaque && Number(style.opacity) > 0;
    const isClippedAway =
      above.isClippedAway || /^rect\(0(px)?, 0(px)?, 0(px)?, 0(px)?\)$/.test(style.clip) || /^inset\((50|100)%/.test(style.clipPath);
    const borders = ["Top", "Right", "Bottom", "Left"].map((side) =>
      /none|hidden/.test(style[`border${side}Style`]) ? 0 : parseFloat(style[`border${side}Width`]) || 0,
    );
    const plain = {
      display: DISPLAYS.has(style.display) ? style.display : "other",
      font_size: parseFloat(style.fontSize) || 16,
      font_weight: Math.round(Number(style.fontWeight)) || 400,
      italic: style.fontStyle !== "normal",
      family: family(style.fontFamily),
      color: hex(channels(style.color)),
      background: hex(background),
      paints_background: own[3] > 0 || style.backgroundImage !== "none",
      border: Math.max(...borders),
      clips: /hidden|clip|auto|scroll/.test(style.overflow) || style.clipPath !== "none",
      visible: style.visibility === "visible" && isOpaque && !isClippedAway,
    };
    const key = JSON.stringify(plain);
    let number = numbers.get(key);
    if (number === undefined) {
      number = styles.push(plain) - 1;
      numbers.set(key, number);
    }
    return { number, background, isOpaque, isClippedAway };
  }

  const place = ({ x, y, width, height }) => ({ x: x + scrollX, y: y + scrollY, width, height });

  // Children as the page shows them: a shadow tree in the place of its host's, and what is slotted into it.
  function children(node) {
    if (node.localName === "slot") {
      const assigned = node.assignedNodes({ flatten: true });
      if (assigned.length > 0) return assigned;
    }
    if (node.localName === "template" && node.content) return [...node.content.childNodes];
    return [...(node.shadowRoot ?? node).childNodes];
  }

  function openElement(element, parent, above) {
    const name = element.namespaceURI === "http://www.w3.org/1999/xhtml" ? element.localName : element.tagName;
    write(`<${name}`);
    for (const { name, value } of element.attributes) write(` ${name}="${escapeValue(value)}"`);
    write(">");
    const id = nodes.length;
    const node = { id, tag: name };
    if (parent !== null) node.parent = parent;
    const marked = element.getAttribute("id") ?? "";
    const classes = element.getAttribute("class") ?? "";
    if (element.hasAttribute("id") || element.hasAttribute("class")) node.mark = hash(`${marked} ${classes}`);
    const style = element.isConnected ? styleOf(element, above) : above;
    if (element.isConnected && element.getClientRects().length > 0) {
      Object.assign(node, place(element.getBoundingClientRect()), { style: style.number });
    }
    nodes.push(node);
    if (name === "pre" || name === "textarea" || name === "listing") {
      if (element.firstChild?.nodeType === Node.TEXT_NODE && element.firstChild.data.startsWith("\n")) write("\n");
    }
    return { id, name, style };
  }

  function addText(text, parent, style) {
    const words = text.data.replace(/\s+/g, "");
    starts.push(length);
    texts.push(text);
    if (words === "") return;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].map((line) => {
      const { x, y, width, height } = place(line);
      return [x, y, width, height];
    });
    const node = { id: nodes.length, tag: "#text", parent, text: hash(words) };
    if (lines.length > 0) Object.assign(node, { style: style.number, lines });
    nodes.push(node);
  }

  const canvas = { number: undefined, background: [255, 255, 255], isOpaque: true, isClippedAway: false };
  // No recursion: pages can be deep.
  const left = [{ node: document.documentElement, parent: null, above: canvas, name: "" }];
  if (document.doctype) write("<!DOCTYPE html>");
  while (left.length > 0) {
    const { close, node, parent, above, name } = left.pop();
    if (close !== undefined) {
      write(close);
    } else if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) {
      const isRaw = RAW.has(name);
      if (!isRaw) addText(node, parent, above);
      write(isRaw ? node.data : escape(node.data));
    } else if (node.nodeType === Node.COMMENT_NODE) {
      write(`<!--${node.data.replaceAll("--", "- -")}-->`);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const { id, name, style } = openElement(node, parent, above);
      if (VOID.has(name)) continue;
      left.push({ close: `</${name}>` });
      if (name === "iframe") continue;
      const inner = children(node);
      for (let nth = inner.length - 1; nth >= 0; nth -= 1) left.push({ node: inner[nth], parent: id, above: style, name });
    }
    if (nodes.length > MAX_NODES || length > MAX_CHARS) return { error: "The page is too large to be read." };
  }

  const root = document.documentElement;
  globalThis.debulhaTexts = texts;
  return {
    url: location.href,
    html: html.join(""),
    starts,
    layout: {
      format: 2,
      engine: navigator.userAgent,
      scripts: true,
      viewport: { width: innerWidth, height: innerHeight, scale: devicePixelRatio },
      page: { width: root.scrollWidth, height: root.scrollHeight },
      styles,
      nodes,
    },
  };
})();
