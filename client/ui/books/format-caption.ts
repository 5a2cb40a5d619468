import type { Book } from "#shared/books/book.ts";
import { formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";

type CaptionBook = Pick<Book, "hasEbook" | "hasAudiobook" | "hasAiVoice" | "duration" | "pageCount">;

/** Format and length: "Audio · 4m · AI voice", "120 pages". Empty for a book without files. */
export function formatCaption(book: CaptionBook): string {
  if (!book.hasAudiobook) return book.pageCount ? t("ui.pageCount", { n: book.pageCount }) : "";
  const parts = [
    t("ui.audio"),
    ...(book.duration ? [formatDuration(book.duration)] : []),
    ...(book.hasAiVoice ? [t("ui.aiVoice")] : []),
  ];
  return parts.join(" · ");
}
