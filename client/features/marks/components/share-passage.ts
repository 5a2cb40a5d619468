import type { BookId } from "#shared/books/book.ts";
import type { Passage } from "#client/features/corrections/index.ts";
import { getSentenceUrl } from "#client/features/reader/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { copyText } from "#client/ui/overlays/copy-text.ts";

const maxSharedQuote = 500;

/** Shares a passage with a link to its place, or copies both where the browser cannot share. */
export async function sharePassage(
  bookId: BookId,
  title: string,
  { sentence, quote }: Passage,
): Promise<void> {
  const url = new URL(getSentenceUrl(bookId, sentence), location.origin).href;
  const isCut = quote.length > maxSharedQuote;
  const text = t("marks.sharedText", { quote: isCut ? `${quote.slice(0, maxSharedQuote)}…` : quote, title });
  if (typeof navigator.share !== "function") return copyText(`${text}\n${url}`);
  try {
    await navigator.share({ title, text, url });
  } catch (error) {
    if ((error as Error).name !== "AbortError") await copyText(`${text}\n${url}`);
  }
}
