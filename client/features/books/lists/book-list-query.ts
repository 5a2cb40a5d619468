import { decodeReply, getUrl, request } from "#shared/api/http-client.ts";
import type { Language } from "#shared/api/language.ts";
import { booksContract } from "#shared/books/contract.ts";
import { preferBooksIn } from "#shared/books/language.ts";
import { query } from "#client/lib/api/query.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";

export const booksPerRow = 6;

/** For a row that leaves out the books shown elsewhere. */
export const booksToChooseFrom = 24;

export type BookList = "listLatest" | "listTopRated" | "listComingSoon";

interface PreferredLanguage {
  readonly preferLanguage?: Language;
}

/** A reply that is not an array counts as empty. */
export function createBookListQuery(
  list: BookList,
  limit: number = booksPerRow,
  preferLanguage: PreferredLanguage = preferBooksIn(getPageLanguage()),
) {
  const preferred = list === "listComingSoon" ? {} : preferLanguage;
  const input = { query: { limit, ...preferred } };
  const operation = booksContract[list];
  return {
    ...query(operation, input),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const reply = await request("GET", getUrl(operation, input), undefined, { signal });
      return Array.isArray(reply) ? decodeReply(operation, reply) : [];
    },
  };
}
