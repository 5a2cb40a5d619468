import type { Suggestion } from "#shared/books/contract.ts";
import { normalizedWords, normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { coverUrl } from "#shared/books/urls.ts";
import type { Services } from "#server/services.ts";
import { searchInterpretations } from "./search.ts";
import type { SearchTerms } from "./search-queries.ts";
import { listGenreNames, suggestBooks, suggestContributors, suggestSeries } from "./suggest-queries.ts";

const defaultCount = 8;
const maxOthers = 2;

export async function suggest(
  { db }: Pick<Services, "db">,
  text: string,
  limit = defaultCount,
): Promise<Suggestion[]> {
  for await (const { terms } of searchInterpretations(db, text)) {
    const found = await suggestFor(db, terms, limit);
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
    ...people.map(({ id, name }) => other("contributor", id, name)),
    ...series.map(({ id, name }) => other("series", id, name)),
    ...genres
      .filter(
        ({ name }) =>
          normalizedWords(name).some((word) => word.startsWith(terms.folded)) ||
          normalizeSearchText(name).startsWith(terms.folded),
      )
      .slice(0, maxOthers)
      .map(({ id, name }) => other("genre", id, name)),
  ];
  const limitForTitles = Math.max(limit - others.length, Math.ceil(limit / 2));
  return [
    ...books.slice(0, limitForTitles).map(({ id, title, author, coverHash }): Suggestion => {
      return { kind: "book", id, label: title, detail: author, coverImageUrl: coverUrl(id, coverHash) };
    }),
    ...others,
  ].slice(0, limit);
}

function other(kind: Suggestion["kind"], id: string, label: string): Suggestion {
  return { kind, id, label, detail: "", coverImageUrl: "" };
}
