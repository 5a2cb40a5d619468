import type { Book } from "#shared/books/book.ts";
import type { MessageKey } from "#client/lib/i18n/i18n.ts";

export const featuredGenres = ["all", "religious-studies", "romance", "fantasy"] as const;
export type FeaturedGenre = (typeof featuredGenres)[number];

export const featuredGenreTexts = {
  all: "landing.allGenres",
  "religious-studies": "landing.religiousStudies",
  romance: "landing.romance",
  fantasy: "landing.fantasy",
} as const satisfies Record<FeaturedGenre, MessageKey>;

const patterns: Readonly<Record<Exclude<FeaturedGenre, "all">, RegExp>> = {
  "religious-studies":
    /relig|islam|qur|tafsir|hadith|sunnah|fiqh|aqidah|creed|seerah|sirah|prophet|worship|prayer|ramadan|hajj|dua|spiritual|faith|theolog|دين|قرآن|تفسير|حديث|فقه|عقيدة|سيرة|عبادة|صلاة/i,
  romance: /romance|love|رومانس/i,
  fantasy: /fantasy|fantastic|خيال|فانتازيا/i,
};

/** Books of a genre in the dropdown. */
export function getBooksOfGenre(genre: FeaturedGenre, books: readonly Book[]): readonly Book[] {
  return genre === "all" ? books : books.filter((book) => patterns[genre].test(book.genre));
}
