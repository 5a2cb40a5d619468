import type { Language } from "#shared/api/language.ts";
import { isHeading } from "#shared/notebook/notebook.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import type { ExportedBook, ExportedMark } from "./read-notebook.ts";

type Translate = ReturnType<typeof createTranslator>;

/** Marks as Markdown; the notes of readers are Markdown already. */
export async function* writeMarkdown(
  books: AsyncIterable<ExportedBook>,
  language: Language,
): AsyncGenerator<string> {
  const t = createTranslator(language);
  let isFirst = true;
  for await (const book of books) {
    yield `${isFirst ? "" : "\n"}# [${escapeMarkdown(book.title)}](${book.url})\n\n${escapeMarkdown(book.author)}\n`;
    isFirst = false;
    let chapter = "";
    for await (const entry of book.entries()) {
      if (isHeading(entry)) yield `\n## ${escapeMarkdown(entry.heading)}\n`;
      else {
        if (entry.chapter !== chapter && entry.chapter) yield `\n### ${escapeMarkdown(entry.chapter)}\n`;
        chapter = entry.chapter;
        yield writeMark(entry, t);
      }
    }
  }
}

function writeMark(mark: ExportedMark, t: Translate): string {
  const { anchor, note, url, tags } = mark;
  const quote = anchor.quote ? `> ${escapeMarkdown(anchor.quote.exact)}\n\n` : "";
  const about = [
    ...describeMark(mark, t),
    ...(tags.length > 0 ? [t("notebookExport.tags", { tags: tags.map(escapeMarkdown).join(", ") })] : []),
    `[${t("notebookExport.open")}](${url})`,
  ];
  return `\n${quote}${note ? `${note}\n\n` : ""}${about.join(" · ")}\n`;
}

/** What kind of mark it is, and that it is lost. */
export function describeMark({ style, note, placement }: ExportedMark, t: Translate): string[] {
  return [
    ...(style ? [t(`notebookExport.style_${style}`)] : note ? [] : [t("notebookExport.bookmark")]),
    ...(placement === "lost" ? [t("notebookExport.lost")] : []),
  ];
}

/** One line of text that Markdown shows as it is. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/gu, " ")
    .replace(/[\\`*_[\]<>#|~&]/g, "\\$&")
    .replace(/^(\d+)([.)])/, "$1\\$2")
    .replace(/^([-+])/, "\\$1");
