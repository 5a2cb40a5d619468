import { BookOpen } from "lucide-react";
import { Link } from "react-router-dom";
import type { Verse } from "#shared/books/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";

/** The verse that a search names, above the books that were found. */
export function VerseResult({ verse }: { readonly verse: Verse }) {
  return (
    <Link
      to={`/read/${verse.bookId}?sentence=${verse.sentence}`}
      className="mb-5 flex min-h-14 items-center gap-4 rounded-card border border-line bg-surface px-4 py-3 hover:border-primary"
    >
      <BookOpen aria-hidden className="size-5 shrink-0 text-primary" />
      <span className="min-w-0">
        <span className="block font-medium">{formatVerse(verse)}</span>
        <span className="block truncate text-muted text-small">
          {t("bookLists.openVerse")} · <bdi>{verse.title}</bdi>
        </span>
      </span>
    </Link>
  );
}

/** "Al-Baqarah, verse 255", or "Surah Al-Baqarah", with the name in the page's script. */
function formatVerse({ verse, ...surah }: Verse): string {
  const name = getPageLanguage() === "ar" ? surah.name : surah.transliteration;
  return verse === null ? t("bookLists.surah", { name }) : t("bookLists.verse", { name, verse });
}
