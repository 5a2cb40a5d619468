import type { User } from "#shared/accounts/user.ts";
import type { AppScope } from "#shared/api/app-scopes.ts";
import { appTokens } from "#server/db/schema/accounts/accounts.ts";
import { indexBook } from "#server/features/books/service.ts";
import { appTokenPrefix, hashAppToken } from "#server/http/session/app-token.ts";
import { addEpub, createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { storeBook } from "#server/testing/books/stored-book.ts";
import type { TestApp } from "#server/testing/test-app.ts";

let serial = 0;

/** The secret of a new token of a user. */
export async function createToken(
  { db }: Pick<TestApp, "db">,
  user: Pick<User, "id">,
  scopes: readonly AppScope[],
): Promise<string> {
  const secret = `${appTokenPrefix}${++serial}${"x".repeat(20)}`;
  const row = { userId: user.id, name: "App", scopes: [...scopes], createdAt: new Date() };
  await db.insert(appTokens).values({ ...row, tokenHash: hashAppToken(secret) });
  return secret;
}

export const basic = (user: Pick<User, "username">, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${user.username}:${secret}`).toString("base64")}`,
});

/** Books of each right, with names that need escaping. */
export async function createCatalogue(app: TestApp) {
  const { services } = app;
  const text = { chapters: ["<p>One & two.</p>", "<p>Three.</p>"] };
  const named = await createPublishedBook(services, {
    title: 'Kings & <Queens> "of" the East',
    subtitle: "A tale",
    description: "First & <second>\u0007 line",
    authors: ["O'Neill & Sons", "Ḥasan al-Baṣrī"],
    narrators: ["Reader"],
    genres: ["History & Travel"],
    series: "Roads",
    seriesPosition: 1,
    language: "ar",
    direction: "rtl",
    isbns: ["9780140328721"],
    publisher: "Press",
    publishedYear: 1999,
    hasEbook: true,
  });
  await addEpub(app, named.id, text);
  const free = await createEpubBook(app, { title: "Free text" }, text);
  const premium = await createEpubBook(app, { title: "Text for supporters", isFree: false }, text);
  const demo = await createEpubBook(app, { title: "Demo", isDemo: true }, text);
  const closed = await createEpubBook(app, { title: "Not for download", allowsDownload: false }, text);
  const recording = await storeBook(services, { title: "Free recording", hasEbook: false });
  const premiumRecording = await storeBook(services, {
    title: "Premium recording",
    hasEbook: false,
    isFree: false,
  });
  for (const id of [free, premium, demo, closed, recording.id, premiumRecording.id]) {
    await indexBook(app.db, id);
  }
  return {
    named: named.id,
    free,
    premium,
    demo,
    closed,
    recording: recording.id,
    premiumRecording: premiumRecording.id,
  };
}
