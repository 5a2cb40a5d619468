import { ContributorId } from "#shared/books/book.ts";
import { ChallengeId } from "#shared/challenges/contract.ts";
import { type FoundScreen, type ScreenPath, screenAt, screens } from "#shared/pages/screens.ts";
import type { PageAnswer, PageHead } from "#server/http/page-head.ts";
import type { Services } from "#server/services.ts";
import { bookPage } from "./book-page.ts";
import { nothingHere } from "./nothing-here.ts";
import { findChallengeFacts, findGenreName, findPersonFacts, listNewest } from "./queries.ts";
import { staticPages } from "./static-pages.ts";
import { excerpt } from "./words.ts";

const linksWithoutScripts = 20;

/**
 * What the shell says of an address, the same for whoever asks. A database that does not answer leaves the shell bare:
 * the client then says itself what went wrong.
 */
export async function describePage(services: Services, path: string): Promise<PageAnswer | null> {
  const screen = screenAt(path);
  if (!screen) return nothingHere;
  try {
    return await describeScreen(services, screen);
  } catch (error) {
    services.log.error({ err: error }, "a page could not be described");
    return null;
  }
}

async function describeScreen(services: Services, screen: FoundScreen): Promise<PageAnswer> {
  const { path, params } = screen;
  if (path === "/book/:id") return bookPage(services, params["id"] ?? "");
  if (path === "/author/:id") return authorPage(services, params["id"] ?? "");
  if (path === "/challenges/:id") return challengePage(services, params["id"] ?? "");
  if (path === genrePath) return genrePage(services, params["name"] ?? "");
  return staticPage(services, screen);
}

/** Its screen may not be there yet. */
export const genrePath: string = "/genre/:name";
export const hasGenrePages = genrePath in screens;

async function authorPage({ db, settings }: Services, given: string): Promise<PageAnswer> {
  const id = ContributorId.safeParse(given).data;
  const person = id ? await findPersonFacts(db, id) : null;
  if (!person) return nothingHere;
  const path = `/author/${person.id}`;
  if (person.id !== given) return { movedTo: path };
  const { name, bio } = person;
  return {
    status: 200,
    title: name,
    description: excerpt(bio || `Books by ${name}: ${person.books.map(({ title }) => title).join(", ")}.`),
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

async function challengePage(services: Services, given: string): Promise<PageAnswer> {
  const id = ChallengeId.safeParse(given).data;
  const challenge = id ? await findChallengeFacts(services.db, id) : null;
  if (!challenge) return nothingHere;
  const { title, description } = challenge;
  return {
    status: 200,
    title,
    description: excerpt(description || title),
    canonical: `/challenges/${id}`,
    outline: {
      heading: title,
      text: description,
      links: [{ path: "/challenges", label: "Reading Challenges" }],
    },
  };
}

async function genrePage({ db }: Services, given: string): Promise<PageAnswer> {
  const name = await findGenreName(db, given);
  if (name === null) return nothingHere;
  const path = `/genre/${encodeURIComponent(name)}`;
  if (name !== given) return { movedTo: path };
  return {
    status: 200,
    title: name,
    description: `Ebooks and audiobooks on ${name}.`,
    canonical: path,
    outline: {
      heading: name,
      text: "",
      links: [{ path: `/browse?genre=${encodeURIComponent(name)}`, label: name }],
    },
  };
}

async function staticPage(services: Services, { path, isPublic }: FoundScreen): Promise<PageHead> {
  const { title, description } = staticPages[path] ?? { title: "", description: "" };
  if (!isPublic) return { status: 200, title, description, canonical: null };
  return {
    status: 200,
    title,
    description,
    canonical: path,
    ...(listsBooks.has(path) && { outline: await outlineOf(services, title, description) }),
  };
}

const listsBooks: ReadonlySet<ScreenPath> = new Set(["/", "/browse"]);

async function outlineOf({ db, settings }: Services, title: string, text: string) {
  const books = await listNewest(db, linksWithoutScripts);
  return {
    heading: title || settings.productName,
    text,
    language: "en",
    links: [...books.map(linkTo), { path: "/browse", label: "All Books" }],
  };
}

const linkTo = ({ id, title }: { readonly id: string; readonly title: string }) => ({
  path: `/book/${id}`,
  label: title,
});
