import { BookOpen } from "lucide-react";
import { Link } from "react-router-dom";
import type { Verse } from "#shared/books/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getSentenceUrl } from "#client/lib/urls/chapter-url.ts";
import { formatVerse } from "./format-verse.ts";

/** The verse that a search names, above the books that were found. */
export function VerseResult({ verse }: { readonly verse: Verse }) {
  return (
    <Link
      to={getSentenceUrl(verse.bookId, verse.sentence)}
      className="mb-5 flex min-h-14 items-center gap-4 rounded-card border border-line bg-surface px-4 py-3 hover:border-primary"
    >
      <BookOpen aria-hidden className="size-5 shrink-0 text-primary" />
      <span className="min-w-0">
        <span className="block font-medium">{formatVerse(verse)}</span>
        <span className="block truncate text-muted text-small">
          {t("shell.kindVerse")} · <bdi>{verse.title}</bdi>
        </span>
      </span>
    </Link>
  );
}
