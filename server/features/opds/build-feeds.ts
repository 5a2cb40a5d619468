import { decodeReply } from "#shared/api/http-client.ts";
import { getIntlTag, type Language } from "#shared/api/language.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { PageQuery } from "#shared/opds/contract.ts";
import { callAsGuest } from "#server/http/api/bind-contract.ts";
import { decodeListCursor, encodeListCursor, getListKey } from "#server/http/api/cursor.ts";
import { createFeed, listPageLinks } from "./create-feed.ts";
import type { Feed, NavigationItem } from "./feed.ts";
import type { FeedContext } from "./feed-context.ts";
import { findLastChange, listAuthors, listSeries, type NamePart } from "./queries.ts";

const pageSize = 50;

/** The time that feeds without books show as their change. */
const getUpdated = async ({ db }: FeedContext) => (await findLastChange(db)) ?? new Date(0);

/** The lists of the catalogue. */
export async function buildRoot(context: FeedContext): Promise<Feed> {
  const { t, getUrl, productName } = context;
  const books = (
    rel: string,
    title: string,
    about: string,
    query: Record<string, string | boolean>,
  ): NavigationItem => ({
    ...{ rel, title, about, kind: "acquisition", count: null },
    href: getUrl("/books", query),
  });
  const names = (path: string, title: string, about: string): NavigationItem => ({
    ...{ rel: "subsection", title, about, kind: "navigation", count: null },
    href: getUrl(path),
  });
  return createFeed(context, {
    path: "",
    up: null,
    title: productName,
    updated: await getUpdated(context),
    kind: "navigation",
    links: [{ rel: shelfRel, href: getUrl("/library"), kind: "acquisition" }],
    navigation: [
      books("http://opds-spec.org/sort/new", t("opds.new"), t("opds.newAbout"), { sort: "new" }),
      books("http://opds-spec.org/sort/popular", t("opds.popular"), t("opds.popularAbout"), {
        sort: "popular",
      }),
      books("subsection", t("opds.free"), t("opds.freeAbout"), { isFree: true }),
      books("subsection", t("opds.audiobooks"), t("opds.audiobooksAbout"), { format: "audiobook" }),
      names("/genres", t("opds.genres"), t("opds.genresAbout")),
      names("/authors", t("opds.authors"), t("opds.authorsAbout")),
      names("/series", t("opds.series"), t("opds.seriesAbout")),
      names("/languages", t("opds.languages"), t("opds.languagesAbout")),
      { ...names("/library", t("opds.library"), t("opds.libraryAbout")), kind: "acquisition" },
      names("/shelves", t("opds.shelves"), t("opds.shelvesAbout")),
    ],
  });
}

const shelfRel = "http://opds-spec.org/shelf";

export async function buildGenres(context: FeedContext): Promise<Feed> {
  const { services, t } = context;
  const genres = decodeReply(
    booksContract.listGenres,
    await callAsGuest(services, booksContract.listGenres, {}),
  );
  return createFeed(context, {
    path: "/genres",
    title: t("opds.genres"),
    updated: await getUpdated(context),
    kind: "navigation",
    navigation: genres
      .filter(({ bookCount }) => bookCount > 0)
      .map(({ name, description, bookCount }) =>
        toBooksItem(context, name, bookCount, { genre: name }, description),
      ),
  });
}

export async function buildLanguages(context: FeedContext): Promise<Feed> {
  const { services, t, language } = context;
  const { languages } = decodeReply(
    booksContract.listFilters,
    await callAsGuest(services, booksContract.listFilters, {}),
  );
  return createFeed(context, {
    path: "/languages",
    title: t("opds.languages"),
    updated: await getUpdated(context),
    kind: "navigation",
    navigation: languages.map(({ code, bookCount }) =>
      toBooksItem(context, getLanguageName(code, language), bookCount, { language: code }),
    ),
  });
}

/** The name of a language in another; its code when it has none. */
export function getLanguageName(code: string, inLanguage: Language): string {
  try {
    return new Intl.DisplayNames(getIntlTag(inLanguage), { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

function toBooksItem(
  { t, getUrl }: FeedContext,
  title: string,
  count: number,
  query: Readonly<Record<string, string>>,
  about = "",
): NavigationItem {
  return {
    ...{ title, count, rel: "subsection", kind: "acquisition" },
    about: about || t("opds.bookCount", { count }),
    href: getUrl("/books", query),
  };
}

/** @throws {ProblemError} `invalid_input` for another list's cursor */
export function buildAuthors(context: FeedContext, query: PageQuery): Promise<Feed> {
  return buildNames(context, query, {
    path: "/authors",
    title: context.t("opds.authors"),
    list: listAuthors,
    toItem: (id, name, count) => toBooksItem(context, name, count, { author: id }),
  });
}

/** @throws {ProblemError} `invalid_input` for another list's cursor */
export function buildSeries(context: FeedContext, query: PageQuery): Promise<Feed> {
  const { t, getUrl } = context;
  return buildNames(context, query, {
    path: "/series",
    title: t("opds.series"),
    list: listSeries,
    toItem: (id, name, count) => ({
      ...toBooksItem(context, name, count, {}),
      href: getUrl(`/series/${id}`),
    }),
  });
}

interface NameList {
  readonly path: string;
  readonly title: string;
  readonly list: typeof listSeries;
  readonly toItem: (id: string, name: string, count: number) => NavigationItem;
}

async function buildNames(
  context: FeedContext,
  { after, before, page }: PageQuery,
  names: NameList,
): Promise<Feed> {
  const { path, title, list, toItem } = names;
  const key = getListKey(`opds ${path}`);
  const [start, end] = [decodeListCursor(after, key), decodeListCursor(before, key)];
  const isBackward = end !== null || page === "last";
  const part: NamePart = { from: isBackward ? end : start, isBackward, limit: pageSize + 1 };
  const rows = await list(context.db, part);
  const hasMore = rows.length > pageSize;
  const shown = isBackward ? rows.slice(0, pageSize).reverse() : rows.slice(0, pageSize);
  const encode = (row = shown[0]) => row && encodeListCursor(key, { value: row.sortValue, id: row.id });
  const hasBefore = isBackward ? hasMore : start !== null;
  const hasAfter = isBackward ? end !== null : hasMore;
  return createFeed(context, {
    path,
    title,
    query: { after, before, page },
    updated: await getUpdated(context),
    kind: "navigation",
    links: listPageLinks(context, "navigation", {
      path,
      query: {},
      before: (hasBefore && encode(shown[0])) || null,
      after: (hasAfter && encode(shown.at(-1))) || null,
    }),
    navigation: shown.map(({ id, name, bookCount }) => toItem(id, name, bookCount)),
  });
}
