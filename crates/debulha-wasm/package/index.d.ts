/** A page: text, or its bytes in any encoding. */
export type Html = string | ArrayBufferView | ArrayBuffer;

/** Formats, with their short names. */
export type Format =
  | "text" | "txt"
  | "markdown" | "md"
  | "html"
  | "json"
  | "xml"
  | "xmltei" | "tei"
  | "csv";

/** What is known of a page, and who decides. `null` is as if an option was not given. */
export interface ParseOptions {
  /** The page's address: links and images become absolute. */
  url?: string | URL | null;
  /** Where a browser drew the nodes of the page: a layout record, of which hidden text is known. */
  layout?: LayoutRecord | null;
  /** The encoding of bytes as the server states it, such as `windows-1252`. Of no account for text. */
  charset?: string | null;
  /** Id of the system, one of `systems()`; `debulha` unless given. */
  extractor?: string | null;
  /** One of the system's presets, such as `precision`. */
  preset?: string | null;
  /** Parameters of the system by name; they override those of the preset. */
  params?: Record<string, unknown> | null;
}

/** What is written of the content. Never changes which text is content. */
export interface WriteOptions {
  /** Keep the targets of links. */
  links?: boolean | null;
  /** Keep images. */
  images?: boolean | null;
  /** Keep tables; true unless given. */
  tables?: boolean | null;
  /** Write notes in Markdown as footnotes (`[^1]`) instead of links and lists. */
  footnotes?: boolean | null;
  /** Write the metadata before the content. */
  withMetadata?: boolean | null;
  /** Find the posts, entries or products of the content. */
  records?: boolean | null;
  /**
   * Which heading names the content in Markdown and HTML. `auto`, unless given: the page's own, else the title of the metadata.
   * `page`: the page's own alone. `never`: none.
   */
  title?: "auto" | "page" | "never" | null;
}

/** Options of {@link extract}. Links and images are left out unless asked for. */
export interface ExtractOptions extends ParseOptions, WriteOptions {
  /** Text unless given. */
  format?: Format | null;
}

/**
 * The content of a page; `null` where it has none.
 *
 * @throws {TypeError} An argument that makes no sense. Never because of the page.
 * @example
 * extract("<h1>Rye</h1><p>Rye grows in poor soil.", { format: "markdown", extractor: "all_text" });
 * // "# Rye\n\nRye grows in poor soil."
 */
export function extract(html: Html, options?: ExtractOptions | null): string | null;

/**
 * A page with its content, which may be empty.
 *
 * @throws {TypeError} An argument that makes no sense. Never because of the page.
 */
export function parse(html: Html, options?: ParseOptions | null): Page;

/**
 * Joins a page and those that continue it, in their order: what later pages repeat is left out. The pages are used up.
 *
 * @throws {TypeError} No page.
 */
export function join(pages: Page[]): JoinedPages;

/** The systems, in the order of the documentation. */
export function systems(): System[];

/**
 * A page with its content. Markdown, HTML and objects keep links and images unless told otherwise.
 *
 * It holds memory of the module until {@link Page.free}, or until it is collected as garbage some time after its last use.
 * Where many pages are parsed, free each.
 */
export class Page {
  private constructor();
  /** Whether there is no content. */
  readonly isEmpty: boolean;
  /** The content as plain text. */
  readonly text: string;
  /** The content as Markdown. */
  markdown(options?: WriteOptions | null): string;
  /** The content as a document of HTML. */
  html(options?: WriteOptions | null): string;
  /** The content in any format; links and images are left out unless asked for, as by {@link extract}. */
  render(format: Format, options?: WriteOptions | null): string;
  /** The content as the JSON format has it, with metadata unless told otherwise. */
  toObject(options?: WriteOptions | null): PageObject;
  /** What the page says about itself. */
  readonly metadata: Metadata;
  /** The blocks of the content, each with its place in the page. */
  readonly blocks: Block[];
  /** The posts of a thread, the entries of a listing, the product; none where the content is no list. */
  records(): RecordGroup[];
  /** Readers' comments that were left out of the content. */
  comments(): Comment[];
  /**
   * Why a text was kept or dropped: an explanation for each of its places, 20 at most; none where the page has no such text.
   *
   * @throws {TypeError} A text without words.
   */
  why(text: string): Explanation[];
  /** Why the texts of the node with this XPath were kept or dropped. */
  whyAt(xpath: string): Explanation[];
  /** The address of the page that continues this one; `undefined` where none is known. */
  readonly next: string | undefined;
  /** Whether this is the page's content, or why there is little of it. */
  readonly verdict: Verdict;
  /** The word F1 that the system expects of its answer, 0 to 1; `null` where it cannot tell. */
  readonly confidence: number | null;
  /** What was cut, replaced or missing. */
  readonly warnings: string[];
  /** Id of the system that decided. */
  readonly extractor: string;
  /** Gives the memory back. Nothing of the page can be asked for afterwards. */
  free(): void;
}

/** The pages of one article as one, with the metadata of the first. Holds memory of the module until {@link JoinedPages.free}. */
export class JoinedPages {
  private constructor();
  /** The content as plain text. */
  readonly text: string;
  /** The content as Markdown. */
  markdown(options?: WriteOptions | null): string;
  /** The content as a document of HTML. */
  html(options?: WriteOptions | null): string;
  /** The content in any format; links and images are left out unless asked for. */
  render(format: Format, options?: WriteOptions | null): string;
  /** The content as the JSON format has it, with metadata unless told otherwise. */
  toObject(options?: WriteOptions | null): object;
  /** Gives the memory back. */
  free(): void;
}

/** Why a text was kept or dropped. */
export interface Explanation {
  decision: string;
  /** Where the text is written, in words. */
  output: string | null;
  /** Which of several equal texts it is, from 0. */
  place: number;
  /** XPath of the text. */
  xpath: string;
  text: string;
  /** What hides it; `null` where it is seen. */
  hidden_by: string | null;
  reasons: Array<{ rule: string; keeps: boolean | null; xpath: string; detail: string }>;
}

/** A layout record: https://github.com/debulha/debulha/blob/main/docs/layout.md. */
export interface LayoutRecord {
  nodes: Array<Record<string, unknown>>;
  styles?: Array<Record<string, unknown>>;
  [field: string]: unknown;
}

/** A system that a page can be given to. */
export interface System {
  id: string;
  title: string;
  /** Whether it is used by default. */
  default: boolean;
  /** What it needs beside the page. There is no way to give it that here: it then gives no answer. */
  needs: Array<"layout" | "site" | "query" | "model">;
  /** Keys of the publications that it follows. */
  cite: string[];
  params: Array<{
    name: string;
    kind: "number" | "integer" | "flag" | "choice" | "text" | "list" | "object";
    default: unknown;
    /** Numbers that are accepted, as a Rust range; empty for other kinds. */
    range: string;
    /** The names of a choice. */
    choices: string[] | null;
    /** The accepted values in words. */
    accepted: string;
    docs: string;
  }>;
  presets: Array<{ name: string; docs: string; params: Record<string, unknown> }>;
  /** The documentation in Markdown. */
  docs: string;
}

export type Verdict =
  | "ok"
  | "partial"
  | "shell"
  | "consent"
  | "paywall"
  | "login"
  | "error-page"
  | "listing";

/** The object of the JSON format, version 1: docs/json-schema.md describes each field. Skip fields that you do not know. */
export interface PageObject {
  schema: "1";
  url: string | null;
  extractor: string;
  verdict: Verdict;
  evidence: Array<{ rule: string; node: number | null; detail: string }>;
  confidence: number | null;
  metadata?: Metadata;
  language: string | null;
  direction: string | null;
  blocks: Block[];
  records?: RecordGroup[];
  comments?: Comment[];
  warnings: string[];
}

/** A value and where it was read, such as `json-ld:headline`. */
export interface Candidate {
  value: string;
  source: string;
}

/** The product that a page sells. */
export interface Product {
  name: string | null;
  brand: string | null;
  sku: string | null;
  gtin: string | null;
  mpn: string | null;
  /** A decimal number, such as `1234.50`. */
  price: string | null;
  /** ISO 4217. */
  currency: string | null;
  /** A name of schema.org's `ItemAvailability`, such as `InStock`. */
  availability: string | null;
  /** Mean rating, on a scale to 5. */
  rating: string | null;
  offers: Offer[];
}

/** An offer or variant of a product, as structured data state it. */
export interface Offer {
  name: string | null;
  sku: string | null;
  price: string | null;
  currency: string | null;
  availability: string | null;
  url: string | null;
}

/** Dates are ISO 8601. */
export interface Metadata {
  title: string | null;
  authors: string[];
  published: string | null;
  modified: string | null;
  site_name: string | null;
  url: string | null;
  description: string | null;
  language: string | null;
  license: string | null;
  image: string | null;
  categories: string[];
  tags: string[];
  page_type: string | null;
  /** The product, on a page that sells one. */
  product: Product | null;
  /** All values that were found, best first. */
  candidates: Record<string, Candidate[]>;
}

/** A range: from the first to before the last. */
export type Range = [start: number, end: number];

/** Where an element stands. */
export interface Origin {
  /** Absolute XPath in the parsed page. */
  xpath: string;
  /** Position in document order. */
  node: number;
  /** Bytes of the page; of a page that came as a string, bytes of its UTF-8. */
  bytes: Range | null;
}

export interface Link { text: string; href: string; title: string }
export interface Image { src: string; alt: string; title: string }
export interface Embed { src: string; title: string; poster: string }

/** What stands in running text, where it was asked for and is there. */
export interface Inlines {
  links?: Link[];
  images?: Image[];
  embeds?: Embed[];
}

/** Running text as plain text. */
export interface RunningText extends Inlines {
  text: string;
}

export interface Cell extends RunningText {
  header: boolean;
  row_span: number;
  column_span: number;
  align: "left" | "center" | "right" | null;
}

export interface ListItem extends Origin {
  number?: number;
  done?: boolean;
  blocks: Block[];
}

export type BlockContent =
  | ({ type: "heading"; level: number } & RunningText)
  | ({ type: "paragraph" } & RunningText)
  | { type: "list"; ordered: boolean; start: number; items: ListItem[] }
  | ({ type: "table"; caption: string; header_rows: number; rows: Array<Array<Cell | null>> } & Inlines)
  | { type: "code"; language: string | null; text: string }
  | { type: "quote"; blocks: Block[] }
  | ({ type: "figure"; blocks: Block[]; caption: string } & Inlines)
  | { type: "definitions"; items: Array<{ terms: string[]; descriptions: Block[][] }> }
  | { type: "math"; text: string }
  | { type: "image"; src: string; alt: string; title: string; link?: string }
  | { type: "embed"; src: string; title: string; poster: string }
  | { type: "rule" };

/** A block of the content. */
export type Block = BlockContent & Origin & {
  /** Mean score of its words, larger being more surely content; scales differ between systems. */
  score: number | null;
};

export interface Comment {
  author: string | null;
  date: string | null;
  text: string;
  /** Comments above this one. */
  depth: number;
}

export interface RecordGroup extends Origin {
  kind: "thread" | "listing" | "product";
  records: PageRecord[];
}

export interface PageRecord extends Origin {
  title: string | null;
  link: string | null;
  author: string | null;
  date: string | null;
  price: string | null;
  image: string | null;
  properties?: Array<{ name: string; value: string }>;
  /** The place in the group of the record that this one answers. */
  parent: number | null;
  depth: number;
  /** Places in `blocks` of those with its text. */
  blocks: Range | null;
  parts: Range | null;
  nodes: Range;
}
