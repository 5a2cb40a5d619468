import { getDirection, type Language } from "#shared/api/language.ts";
import { isHeading } from "#shared/notebook/notebook.ts";
import { type Block, type Inline, isInternalUrl } from "#shared/rich-text/rich-text.ts";
import { escapeHtml } from "#server/http/pages/escape-html.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import type { ExportedBook, ExportedMark } from "./read-notebook.ts";
import { describeMark } from "./write-markdown.ts";

type Translate = ReturnType<typeof createTranslator>;

const style = `body{font:1rem/1.6 Georgia,"Noto Naskh Arabic",serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#1c1917;background:#fff}
blockquote{margin:0;padding-inline-start:.75rem;border-inline-start:.25rem solid #a8a29e}
article{margin:1.5rem 0}.yellow blockquote{border-color:#eab308}.green blockquote{border-color:#22c55e}
.blue blockquote{border-color:#3b82f6}.pink blockquote{border-color:#ec4899}.purple blockquote{border-color:#a855f7}
.underline blockquote p{text-decoration:underline}footer{font:.8rem/1.4 system-ui,sans-serif;color:#57534e}a{color:#0f766e}
@media(prefers-color-scheme:dark){body{color:#e7e5e4;background:#1c1917}footer{color:#a8a29e}a{color:#5eead4}}`;

/** Marks as one page without scripts or other files. */
export async function* writeHtml(
  books: AsyncIterable<ExportedBook>,
  language: Language,
  origin: string,
): AsyncGenerator<string> {
  const t = createTranslator(language);
  const title = escapeHtml(t("notebookExport.title"));
  yield `<!doctype html>
<html lang="${language}" dir="${getDirection(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><main>
<h1>${title}</h1>
`;
  for await (const book of books) {
    yield `<h2 dir="auto"><a href="${escapeHtml(book.url)}">${escapeHtml(book.title)}</a></h2>\n<p dir="auto">${escapeHtml(book.author)}</p>\n`;
    for await (const entry of book.entries()) {
      if (isHeading(entry)) yield `<h3 dir="auto">${escapeHtml(entry.heading)}</h3>\n`;
      else yield writeMark(entry, t, origin);
    }
  }
  yield "</main></body>\n</html>\n";
}

function writeMark(mark: ExportedMark, t: Translate, origin: string): string {
  const { anchor, style, content, chapter, tags, url, createdAt } = mark;
  const quote = anchor.quote
    ? `<blockquote dir="auto"><p>${escapeHtml(anchor.quote.exact)}</p></blockquote>`
    : "";
  const time = createdAt.toISOString();
  const about = [
    ...[chapter, ...describeMark(mark, t)].filter(Boolean).map(escapeHtml),
    ...(tags.length > 0 ? [escapeHtml(t("notebookExport.tags", { tags: tags.join(", ") }))] : []),
    `<time datetime="${time}">${time.slice(0, 10)}</time>`,
    `<a href="${escapeHtml(url)}">${escapeHtml(t("notebookExport.open"))}</a>`,
  ];
  const note = content.map((block) => writeBlock(block, origin)).join("");
  return `<article class="${style ?? "bookmark"}">${quote}${note}<footer>${about.join(" · ")}</footer></article>\n`;
}

function writeBlock(block: Block, origin: string): string {
  const write = (blocks: readonly Block[]) => blocks.map((each) => writeBlock(each, origin)).join("");
  switch (block.type) {
    case "paragraph":
    case "heading":
      return `<p dir="auto">${writeInlines(block.children, origin)}</p>`;
    case "quote":
      return `<blockquote dir="auto">${write(block.children)}</blockquote>`;
    case "list": {
      const name = block.isOrdered ? "ol" : "ul";
      return `<${name} dir="auto">${block.items.map((item) => `<li>${write(item)}</li>`).join("")}</${name}>`;
    }
    case "card": {
      const path = block.sentence
        ? `/read/${block.bookId}?sentence=${block.sentence}`
        : `/book/${block.bookId}`;
      return `<p><a href="${escapeHtml(origin + path)}">${escapeHtml(origin + path)}</a></p>`;
    }
  }
}

const writeInlines = (nodes: readonly Inline[], origin: string): string =>
  nodes.map((node) => writeInline(node, origin)).join("");

function writeInline(node: Inline, origin: string): string {
  switch (node.type) {
    case "text":
      return escapeHtml(node.text);
    case "break":
      return "<br>";
    case "mention":
      return escapeHtml(`@${node.username}`);
    case "link": {
      const url = isInternalUrl(node.url) ? origin + node.url : node.url;
      return `<a href="${escapeHtml(url)}" rel="noreferrer">${writeInlines(node.children, origin)}</a>`;
    }
    default: {
      const name = node.type === "strong" ? "strong" : node.type === "emphasis" ? "em" : "span";
      return `<${name}>${writeInlines(node.children, origin)}</${name}>`;
    }
  }
}
