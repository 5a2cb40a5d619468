import { accountsContract } from "#shared/accounts/contract.ts";
import { getUrl } from "#shared/api/http-client.ts";
import { getDirection, joinItems, type Language } from "#shared/api/language.ts";
import type { BookId } from "#shared/books/book.ts";
import { ContributorId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { preferBooksIn } from "#shared/books/language.ts";
import { ChallengeId } from "#shared/challenges/contract.ts";
import { CommunityId } from "#shared/community/community.ts";
import { DiscussionId } from "#shared/community/discussion.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { toExcerpt } from "#shared/rich-text/rich-text.ts";
import { findRoute, type MatchedRoute, type RoutePath, routes } from "#shared/routes/route-table.ts";
import { shelvesContract } from "#shared/shelves/contract.ts";
import { type SiteTextKey, siteContract } from "#shared/site/contract.ts";
import type { InlinedCall, PageMeta, PageResult } from "#server/http/pages/page-meta.ts";
import { isFullScreen } from "#server/http/pages/preload-links.ts";
import { translate } from "#server/i18n/translate.ts";
import type { Services } from "#server/services.ts";
import { describeBookPage, findPublicBook, getSrcset } from "./book-page.ts";
import { createInlinedCall, type PageServices } from "./inline-reply.ts";
import { describeNotFoundPage } from "./not-found-meta.ts";
import { getExcerpt, getPageTexts, localizeGenre } from "./page-texts.ts";
import {
  findChallengeFacts,
  findCommunityFacts,
  findDiscussionFacts,
  findGenre,
  findPersonSeoData,
  listNewest,
} from "./queries.ts";
import { describeShelfPage, missingOrPrivate } from "./shelf-page.ts";

const linksWithoutScripts = 20;

/** @param position up to which the replica must be to show what the reader has written */
export async function describePage(
  services: Services,
  path: string,
  language: Language,
  position = 0,
): Promise<PageResult | null> {
  const screen = findRoute(path);
  if (!screen) return describeNotFoundPage(language);
  const pageServices: PageServices = { ...services, callServices: services };
  const describeFrom = (from: PageServices) => describeScreen(from, screen, language);
  try {
    const { replica } = services;
    if (replica === null || changesAudience.test(screen.path)) return await describeFrom(pageServices);
    return await replica.read(pageServices, { userId: null, position }, describeFrom);
  } catch (error) {
    services.log.error({ err: error }, "a page could not be described");
    return null;
  }
}

/** Pages that their owner can make private at any moment. */
const changesAudience = /^\/(?:community|shelves)\//;

async function describeScreen(
  services: PageServices,
  screen: MatchedRoute,
  language: Language,
): Promise<PageResult> {
  const { path, params } = screen;
  if (path === "/book/:id") return describeBookPage(services, params["id"] ?? "", language);
  if (path === "/author/:id") return describeAuthorPage(services, params["id"] ?? "", language);
  if (path === "/challenges/:id") return describeChallengePage(services, params["id"] ?? "", language);
  if (path === "/shelves/:id") return describeShelfPage(services, params["id"] ?? "", language);
  if (path === "/community/:id") return describeCommunityPage(services, params["id"] ?? "");
  if (path === "/community/:communityId/discussions/:discussionId") {
    return describeDiscussionPage(services, params["discussionId"] ?? "", language);
  }
  if (path === genrePath) return describeGenrePage(services, params["name"] ?? "", language);
  if (!isBookScreen.test(path)) return describeStaticPage(services, screen, language);
  const book = await findPublicBook(services, params["id"] ?? "");
  if (!book) return describeNotFoundPage(language);
  return {
    ...(await describeStaticPage(services, screen, language)),
    ...(isFullScreen(path) && listReaderCalls(book.id)),
  };
}

/** What a book's text waits for. */
function listReaderCalls(bookId: BookId) {
  const input = { params: { bookId } };
  return {
    preloadedCalls: [getUrl(readerContract.getEbook, input)],
    preloadedUserCalls: [
      getUrl(accountsContract.getUser, {}),
      getUrl(readerContract.getReaderSettings, input),
      getUrl(positionsContract.getPosition, input),
    ],
  };
}

const isBookScreen = /^\/(?:book|read|e-reader|ebook|seamless-reader)\/:id/;

export const genrePath: string = "/genre/:name";
export const hasGenrePages = genrePath in routes;

async function describeAuthorPage(
  { db, settings }: PageServices,
  requestedId: string,
  language: Language,
): Promise<PageResult> {
  const id = ContributorId.safeParse(requestedId).data;
  const person = id ? await findPersonSeoData(db, id) : null;
  if (!person) return describeNotFoundPage(language);
  const path = `/author/${person.id}`;
  if (person.id !== requestedId) return { movedTo: path };
  const { name, bio } = person;
  return {
    status: 200,
    title: name,
    description: getExcerpt(
      bio ||
        translate(language, "page.booksBy", {
          name,
          titles: joinItems(
            person.books.map(({ title }) => title),
            language,
          ),
        }),
    ),
    canonical: path,
    kind: "profile",
    data: {
      "@context": "https://schema.org",
      "@type": "Person",
      "@id": settings.origins[0] + path,
      url: settings.origins[0] + path,
      name,
      ...(bio && { description: bio }),
    },
    outline: { heading: name, text: bio, links: person.books.map(linkTo) },
  };
}

async function describeChallengePage(
  services: PageServices,
  input: string,
  language: Language,
): Promise<PageResult> {
  const id = ChallengeId.safeParse(input).data;
  const challenge = id ? await findChallengeFacts(services.db, id) : null;
  if (!challenge) return describeNotFoundPage(language);
  const { title, description } = challenge;
  return {
    status: 200,
    title,
    description: getExcerpt(description || title),
    canonical: `/challenges/${id}`,
    outline: {
      heading: title,
      text: description,
      links: [{ path: "/challenges", label: translate(language, "page.challenges") }],
    },
  };
}

const undescribed: PageMeta = { ...missingOrPrivate, status: 200 };

async function describeCommunityPage({ db }: PageServices, input: string): Promise<PageResult> {
  const id = CommunityId.safeParse(input).data;
  const community = id ? await findCommunityFacts(db, id) : null;
  if (!community) return missingOrPrivate;
  if (community.visibility !== "public") return undescribed;
  const { name, about, discussions } = community;
  return {
    status: 200,
    title: name,
    description: getExcerpt(about || name),
    canonical: `/community/${id}`,
    outline: {
      heading: name,
      text: about,
      links: discussions.map((each) => ({
        path: `/community/${id}/discussions/${each.id}`,
        label: each.title,
      })),
    },
  };
}

async function describeDiscussionPage(
  { db }: PageServices,
  input: string,
  language: Language,
): Promise<PageResult> {
  const id = DiscussionId.safeParse(input).data;
  const discussion = id ? await findDiscussionFacts(db, id) : null;
  if (!discussion) return missingOrPrivate;
  if (discussion.isAnchored) return undescribed;
  const { communityId, communityName, title, content } = discussion;
  const text = toExcerpt(content);
  return {
    status: 200,
    title,
    description: getExcerpt(text || title),
    canonical: `/community/${communityId}/discussions/${id}`,
    outline: {
      heading: title,
      text,
      links: [
        { path: `/community/${communityId}`, label: communityName },
        { path: "/community", label: getPageTexts(language, "/community").title },
      ],
    },
  };
}

async function describeGenrePage(
  { db }: PageServices,
  input: string,
  language: Language,
): Promise<PageResult> {
  const genre = await findGenre(db, input);
  if (!genre) return describeNotFoundPage(language);
  const { name, description } = genre;
  const path = `/genre/${encodeURIComponent(name)}`;
  if (name !== input) return { movedTo: path };
  const localizedName = localizeGenre(language, name);
  return {
    status: 200,
    title: localizedName,
    description: getExcerpt(
      (localizedName === name && description) ||
        translate(language, "page.booksInGenre", { genre: localizedName }),
    ),
    canonical: path,
    outline: {
      heading: localizedName,
      text: description,
      links: [{ path: `/browse?genre=${encodeURIComponent(name)}`, label: localizedName }],
    },
  };
}

async function describeStaticPage(
  services: PageServices,
  { path, isPublic }: MatchedRoute,
  language: Language,
): Promise<PageMeta> {
  const { title, description } = getPageTexts(language, path);
  if (!isPublic) return { status: 200, title, description, canonical: null };
  return {
    status: 200,
    title,
    description,
    canonical: path,
    inlinedReplies: { calls: getInlinedCalls(services, path, language), dependsOnQuery: path === "/browse" },
    ...(listsBooks.has(path) && (await describeList(services, path, language))),
  };
}

/** How many books the client first requests on the landing page and on `/browse`. */
const latestBooks = 6;
const browseBooks = 24;

function getInlinedCalls(
  services: PageServices,
  path: RoutePath,
  language: Language,
): readonly InlinedCall[] {
  const preferred = preferBooksIn(language);
  const list = (limit: number, more = {}) =>
    createInlinedCall(services, booksContract.listBooks, { query: { limit, ...more } });
  if (path === "/browse") return [list(browseBooks, preferred)];
  const text = siteTextPaths[path];
  const texts = text
    ? [createInlinedCall(services, siteContract.getSiteText, { params: { key: text, language } })]
    : [];
  if (path !== "/") return texts;
  return [
    ...texts,
    createInlinedCall(services, booksContract.listLatest, { query: { limit: latestBooks, ...preferred } }),
    list(1),
    createInlinedCall(services, shelvesContract.getPickedShelf, {}),
  ];
}

const siteTextPaths: Partial<Record<RoutePath, SiteTextKey>> = {
  "/": "landing",
  "/privacy-policy": "privacy",
  "/terms-of-service": "terms",
  "/community-guidelines": "guidelines",
  "/careers": "careers",
};

const listsBooks: ReadonlySet<RoutePath> = new Set(["/", "/browse"]);

/** `sizes` of the client's `BookCard`. */
const cardSizes = "(min-width: 1024px) 180px, (min-width: 640px) 24vw, 44vw";
const coversInShell = 4;

/** The outline and the shell of a page that begins with the newest books. */
async function describeList(
  { db, settings }: PageServices,
  path: RoutePath,
  language: Language,
): Promise<Pick<PageMeta, "outline" | "shell">> {
  const { title, description, heading } = getPageTexts(language, path);
  const books = await listNewest(db, linksWithoutScripts);
  const displayedHeading = heading || title || settings.productName;
  return {
    outline: {
      heading: displayedHeading,
      text: description,
      language,
      direction: getDirection(language),
      links: [...books.map(linkTo), { path: "/browse", label: translate(language, "page.allBooks") }],
    },
    shell:
      path === "/"
        ? { layout: "landing", heading: displayedHeading, language }
        : {
            layout: "list",
            heading: displayedHeading,
            language,
            covers: books
              .filter(({ coverHash }) => coverHash)
              .slice(0, coversInShell)
              .map(({ id, coverHash }) => ({ srcset: getSrcset(id, coverHash), sizes: cardSizes })),
          },
  };
}

const linkTo = ({ id, title }: { readonly id: string; readonly title: string }) => ({
  path: `/book/${id}`,
  label: title,
});
