import type { InputOf } from "#shared/api/contract.ts";
import type { booksContract, Suggestion, Verse } from "#shared/books/contract.ts";
import { getNormalizedWords, normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { getCoverUrl } from "#shared/books/urls.ts";
import { findVerse } from "#server/features/books/verses/find-verse.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import type { Services } from "#server/services.ts";
import { searchInterpretations } from "./search.ts";
import type { SearchTerms } from "./search-queries.ts";
import { listGenreNames, suggestBooks, suggestContributors, suggestSeries } from "./suggest-queries.ts";

const defaultCount = 8;
const maxOthers = 2;

export async function suggest(
  context: GuestContext,
  { query: { search, limit = defaultCount } }: InputOf<typeof booksContract.suggest>,
): Promise<Suggestion[]> {
  const [verse, others] = await Promise.all([
    findVerse(context, search),
    suggestFromCatalogue(context, search, limit),
  ]);
  if (!verse) return others;
  return [toVerseSuggestion(verse), ...others].slice(0, limit);
}

async function suggestFromCatalogue(
  services: Pick<Services, "searchDb" | "live">,
  text: string,
  limit: number,
): Promise<Suggestion[]> {
  for await (const { terms } of searchInterpretations(services, text)) {
    const found = await suggestFor(services.searchDb, terms, limit);
    if (found.length > 0) return found;
  }
  return [];
}

async function suggestFor(db: Services["db"], terms: SearchTerms, limit: number): Promise<Suggestion[]> {
  const [books, people, series, genres] = await Promise.all([
    suggestBooks(db, terms, limit),
    suggestContributors(db, terms, maxOthers),
    suggestSeries(db, terms, maxOthers),
    listGenreNames(db),
  ]);
  const others: Suggestion[] = [
    ...people.map(({ id, name }) => toSuggestion("contributor", id, name)),
    ...series.map(({ id, name }) => toSuggestion("series", id, name)),
    ...genres
      .filter(
        ({ name }) =>
          getNormalizedWords(name).some((word) => word.startsWith(terms.normalized)) ||
          normalizeSearchText(name).startsWith(terms.normalized),
      )
      .slice(0, maxOthers)
      .map(({ id, name }) => toSuggestion("genre", id, name)),
  ];
  const limitForTitles = Math.max(limit - others.length, Math.ceil(limit / 2));
  return [
    ...books.slice(0, limitForTitles).map(({ id, title, author, coverHash }): Suggestion => {
      return { kind: "book", id, label: title, detail: author, coverImageUrl: getCoverUrl(id, coverHash) };
    }),
    ...others,
  ].slice(0, limit);
}

/** "البقرة · Al-Baqarah 2:255": the same in every language. */
function toVerseSuggestion(found: Verse): Suggestion {
  const { bookId, sentence, name, transliteration, surah, verse, title, coverImageUrl } = found;
  const number = verse === null ? "" : ` ${surah}:${verse}`;
  return {
    kind: "verse",
    id: `${bookId}?sentence=${sentence}`,
    label: `${name} · ${transliteration}${number}`,
    detail: title,
    coverImageUrl,
  };
}

function toSuggestion(kind: Suggestion["kind"], id: string, label: string): Suggestion {
  return { kind, id, label, detail: "", coverImageUrl: "" };
}
