import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { type ImportReport, type ImportSummary, importFolder } from "#server/features/book-import/service.ts";
import { redirectToBook } from "#server/features/books/service.ts";
import { addChallenge, addMember } from "#server/features/challenges/service.ts";
import { addSampleCommunity } from "#server/features/community/service.ts";
import { saveEntry, saveRating } from "#server/features/library/service.ts";
import { markCovered } from "#server/features/reading-activity/service.ts";
import type { Services } from "#server/services.ts";
import { buildDemoLibrary } from "./build-demo-library.ts";
import { demoAuthors } from "./demo-authors.ts";
import { demoCommunities } from "./demo-communities.ts";
import { demoChallenges, demoReaders, demoRedirect, demoReviews, finishedBooks } from "./demo-readers.ts";
import { demoGenreIcons, demoGenres } from "./genres.ts";
import {
  accountExists,
  describeAuthors,
  describeGenres,
  findBookIds,
  findUserIds,
  isEmpty,
  listCompletedSteps,
  markStepDone,
} from "./queries.ts";
import { insertDemoItems } from "./removal-queries.ts";

export interface DemoSummary extends ImportSummary {
  readonly hasQuran: boolean;
}

const dayMs = 86_400_000;

/**
 * Imports the demo library: books, reviews, challenges and a redirect. Idempotent.
 *
 * @param only the folders of the wanted books; all by default
 */
export async function loadDemo(
  services: Services,
  report: ImportReport = {},
  only?: readonly string[],
): Promise<DemoSummary> {
  const library = await buildDemoLibrary(services.clock(), { only });
  try {
    const bookIds: BookId[] = [];
    const onImported = (bookId: BookId) => void bookIds.push(bookId);
    const summary = await importFolder(services, library.folder, {}, { ...report, onImported });
    await insertDemoItems(services.db, "book", bookIds);
    await describeGenres(services.db, demoGenres, demoGenreIcons);
    await describeAuthors(services.db, demoAuthors);
    await addDemoReaders(services);
    await startChallenges(services);
    await startCommunities(services);
    return { ...summary, hasQuran: library.hasQuran };
  } finally {
    await rm(library.folder, { recursive: true, force: true });
  }
}

/** Imports the demo library into an empty database or after an interruption; null otherwise. */
export async function loadDemoWhereEmpty(services: Services): Promise<DemoSummary | null> {
  const { db, clock } = services;
  const completedSteps = await listCompletedSteps(db);
  const wasInterrupted = completedSteps.has("demo-started") && !completedSteps.has("demo-loaded");
  if (!wasInterrupted && (completedSteps.has("demo-loaded") || !(await isEmpty(db)))) return null;
  await markStepDone(db, "demo-started", clock());
  const summary = await loadDemo(services);
  await markStepDone(db, "demo-loaded", clock());
  return summary;
}

async function addDemoReaders(services: Services): Promise<void> {
  const books = await findBookIds(services.db, [
    ...demoReviews.map(({ title }) => title),
    demoRedirect.title,
  ]);
  for (const reader of demoReaders) {
    const email = `${reader.username}@example.org`;
    if (await accountExists(services.db, email)) continue;
    const password = randomBytes(24).toString("base64url");
    const user = await createUser(services, { ...reader, email, password });
    await insertDemoItems(services.db, "user", [user.id]);
    await insertReviews(services, user, books);
    for (const title of finishedBooks[reader.username]) {
      const bookId = books.get(title);
      if (!bookId) continue;
      await saveEntry({ ...services, user }, { params: { bookId }, body: { status: "finished" } });
      await markCovered(services.db, user.id, bookId, services.clock());
    }
  }
  const guide = books.get(demoRedirect.title);
  if (guide) await redirectToBook(services, demoRedirect.oldId, guide);
}

async function insertReviews(
  services: Services,
  user: User,
  books: ReadonlyMap<string, BookId>,
): Promise<void> {
  for (const { title, username, stars, text } of demoReviews) {
    const bookId = books.get(title);
    if (!bookId || username !== user.username) continue;
    await saveRating({ ...services, user }, { params: { bookId }, body: { stars, text } });
  }
}

async function startChallenges(services: Services): Promise<void> {
  const now = services.clock().getTime();
  const readers = await findUserIds(
    services.db,
    demoReaders.map(({ username }) => `${username}@example.org`),
  );
  for (const { begins, ends, ...challenge } of demoChallenges) {
    const startsAt = new Date(now + begins * dayMs);
    const id = await addChallenge(services, { ...challenge, startsAt, endsAt: new Date(now + ends * dayMs) });
    await insertDemoItems(services.db, "challenge", [id]);
    for (const reader of readers) await addMember(services, id, reader);
  }
}

async function startCommunities(services: Services): Promise<void> {
  const { db } = services;
  const books = await findBookIds(
    db,
    demoCommunities.map(({ bookTitle }) => bookTitle),
  );
  for (const { bookTitle, members, discussions, ...community } of demoCommunities) {
    const ids = new Map<string, UserId>();
    for (const username of members) {
      for (const id of await findUserIds(db, [`${username}@example.org`])) ids.set(username, id);
    }
    const bookId = books.get(bookTitle) ?? null;
    const communityId = await addSampleCommunity(services, {
      ...community,
      bookId,
      members: [...ids.values()],
      discussions: discussions.map(({ title, posts, from }) => ({
        title,
        ...(from !== undefined && bookId && { anchor: { bookId, fraction: from } }),
        posts: posts.flatMap(([username, text]) => {
          const authorId = ids.get(username);
          return authorId ? [{ authorId, text }] : [];
        }),
      })),
    });
    await insertDemoItems(db, "community", [communityId]);
  }
}
