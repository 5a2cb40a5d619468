import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { ZipFile } from "yazl";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { TogetherSessionId } from "#shared/listen-together/contract.ts";
import { MarkId } from "#shared/marks/mark.ts";
import { Day } from "#shared/reading-activity/time-zone.ts";
import { createServices } from "#server/create-services.ts";
import { acquireDatabase } from "#server/db/connect.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { memberships } from "#server/db/schema/accounts/accounts.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { audioFiles, ebooks, ebookTexts } from "#server/db/schema/books/formats.ts";
import {
  communities,
  communityBooks,
  communityMembers,
  discussions,
  posts,
} from "#server/db/schema/community/communities.ts";
import { sharedMarks } from "#server/db/schema/community/margin.ts";
import { messages } from "#server/db/schema/community/messages.ts";
import { togetherMembers, togetherSessions } from "#server/db/schema/community/together-sessions.ts";
import { prayerRecordings } from "#server/db/schema/prayer/prayer-admin.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { parseEnvironment } from "#server/env.ts";
import { getContentVersion } from "#server/epub/content-version.ts";
import { createUser, type Roles } from "#server/features/accounts/service.ts";
import { saveSyncMaps } from "#server/features/alignment/service.ts";
import { getGeneratedCoverHash } from "#server/features/books/covers/generate-cover.ts";
import { addChallenge } from "#server/features/challenges/service.ts";
import { startConversation } from "#server/features/messages/sending.ts";
import { toSettings } from "#server/settings.ts";
import { createKey } from "#server/storage/keys.ts";
import { storeBook } from "#server/testing/books/stored-book.ts";

// Creates the fixtures of `npm run security` in the running server's database and prints their ids as one
// line of JSON.

const password = "Fixture-Lantern-7 dusk";
const env = parseEnvironment();
const settings = toSettings(env);
const database = await acquireDatabase(env, settings.dataDir, { stopsExisting: false });
const { services, close } = await createServices(settings, database.url, pino({ level: "silent" }));
const { db, storage } = services;

const reader = await createAccount("reader");
const author = await createAccount("author", { isAuthor: true });
const supporter = await createAccount("supporter");
for (const name of ["reader2", "leaver"]) await createAccount(name);
await createAccount("author2", { isAuthor: true });
await createAccount("employee", { isEmployee: true });
await createAccount("admin", { isAdmin: true });
await db
  .insert(memberships)
  .values({ userId: supporter.id, plan: "supporter", validUntil: new Date("2099-01-01T00:00:00Z") });

const free = await createBook({ title: "For all readers" });
const premium = await createBook({ title: "For supporters", isFree: false });
const draft = await createBook({ title: "DRAFT-SECRET", state: "draft", ownerId: author.id });
const scheduled = await createBook({
  title: "Not yet",
  state: "scheduled",
  releaseAt: new Date("2099-01-01T00:00:00Z"),
});
const contributor = expectOneRow(
  await db.insert(contributors).values({ name: "Amina Said", normalizedName: "amina said" }).returning(),
);
await db
  .insert(bookContributors)
  .values({ bookId: free.id, contributorId: contributor.id, role: "author", position: 0 });
const notification = expectOneRow(
  await db
    .insert(notifications)
    .values({
      userId: reader.id,
      type: "new_book",
      params: { bookId: free.id, book: "NOTE-SECRET" },
      key: "fixture",
    })
    .returning(),
);

const dates = { startsAt: new Date("2020-01-01T00:00:00Z"), endsAt: new Date("2099-01-01T00:00:00Z") };
const challengeId = await addChallenge(services, { title: "For all", goal: 3, goalType: "books", ...dates });

const recordingFile = await storage.put(
  createKey("recording", "mp3"),
  Readable.from([Buffer.alloc(400, "call")]),
);
const recording = expectOneRow(
  await db
    .insert(prayerRecordings)
    .values({
      kind: "athan",
      title: "A call",
      licence: "Its reciter's",
      seconds: 1,
      position: 1,
      mediaType: "audio/mpeg",
      storageKey: recordingFile.key,
      bytes: recordingFile.bytes,
      sha256: recordingFile.sha256,
    })
    .returning(),
);

const shownState = { state: "shown" as const, createdAt: new Date() };
const secretCommunity = expectOneRow(
  await db
    .insert(communities)
    .values({
      name: "COMMUNITY-SECRET",
      normalizedName: "community secret",
      visibility: "request",
      isListed: false,
      createdAt: new Date(),
    })
    .returning(),
);
await db.insert(communityMembers).values({
  communityId: secretCommunity.id,
  userId: reader.id,
  role: "owner",
  state: "active",
  since: new Date(),
});
const secretDiscussion = expectOneRow(
  await db
    .insert(discussions)
    .values({
      communityId: secretCommunity.id,
      authorId: reader.id,
      title: "DISCUSSION-SECRET",
      ...shownState,
      normalizedTitle: "discussion secret",
      activeAt: new Date(),
    })
    .returning(),
);
const postText = { source: "POST-SECRET", normalizedText: "post secret" };
const content = [
  { type: "paragraph" as const, children: [{ type: "text" as const, text: postText.source }] },
];
const secretMarkId = MarkId.parse(randomUUID());
const markDates = { createdAt: new Date(), changedAt: new Date() };
await db.insert(communityBooks).values({
  communityId: secretCommunity.id,
  bookId: free.id,
  startsOn: Day.parse("2026-01-01"),
});
await db.insert(marks).values({
  id: secretMarkId,
  userId: reader.id,
  bookId: free.id,
  anchor: { chapter: 1, offset: 0, fraction: 0 },
  placement: "exact",
  fraction: 0,
  note: "MARGIN-SECRET",
  isDeleted: false,
  ...markDates,
  styleChangedAt: markDates.createdAt,
  tagsChangedAt: markDates.createdAt,
  deletionChangedAt: markDates.createdAt,
  searchText: "margin secret",
  version: 1,
});
const secretShare = expectOneRow(
  await db
    .insert(sharedMarks)
    .values({
      userId: reader.id,
      bookId: free.id,
      markId: secretMarkId,
      communityId: secretCommunity.id,
      state: "shown",
      place: 0,
      sharedAt: new Date(),
    })
    .returning(),
);
const secretPost = expectOneRow(
  await db
    .insert(posts)
    .values({
      discussionId: secretDiscussion.id,
      number: 0,
      authorId: reader.id,
      content,
      ...postText,
      ...shownState,
    })
    .returning(),
);
const { conversationId } = await startConversation(
  { ...services, clock: () => new Date(Date.now() - 60_000), user: { ...reader, emailVerified: true } },
  { body: { userIds: [author.id], text: "MESSAGE-SECRET", clientId: randomUUID() } },
);
const secretMessage = expectOneRow(
  await db.select().from(messages).where(eq(messages.conversationId, conversationId)),
);

const secretTogetherId = TogetherSessionId.parse("d15c0000-0000-4000-8000-0000000000a0");
const listensSince = { joinedAt: new Date(), seenAt: new Date() };
await db.insert(togetherSessions).values({
  id: secretTogetherId,
  conversationId,
  bookId: free.id,
  hostId: reader.id,
  chapterNumber: 1,
  offset: 0,
  rate: 1,
  isPlaying: false,
  at: new Date(),
  createdAt: new Date(),
});
await db.insert(togetherMembers).values(
  [reader, author].map(({ id }) => ({
    userId: id,
    sessionId: secretTogetherId,
    device: "d15c0000-0000-4000-8000-00000000000d",
    status: "listening" as const,
    ...listensSince,
  })),
);

const fixtures = {
  password,
  challengeId,
  secretCommunityId: secretCommunity.id,
  secretDiscussionId: secretDiscussion.id,
  secretPostId: secretPost.id,
  secretMarkId,
  secretSharedMarkId: secretShare.id,
  secretConversationId: conversationId,
  secretTogetherId,
  secretMessageId: secretMessage.id,
  authorUserId: author.id,
  freeId: free.id,
  freeFileId: free.fileId,
  freeCoverFile: getCoverFile(free),
  version: free.version,
  premiumId: premium.id,
  premiumFileId: premium.fileId,
  premiumVersion: premium.version,
  draftId: draft.id,
  draftFileId: draft.fileId,
  draftCoverFile: getCoverFile(draft),
  draftVersion: draft.version,
  comingId: scheduled.id,
  contributorId: contributor.id,
  notificationId: notification.id,
  recordingId: recording.id,
  entry: "one.xhtml",
  lastEntry: "last.xhtml",
};
await close();
await database.release();
process.stdout.write(`${JSON.stringify(fixtures)}\n`);

function createAccount(name: string, roles: Roles = {}): Promise<User> {
  const names = { firstName: name, lastName: "Test", username: `${name}-fixture` };
  return createUser(services, { email: `${name}@example.test`, password, roles, ...names });
}

async function createBook(row: Parameters<typeof storeBook>[1]) {
  const stored = await storeBook(services, { ...row, author: "Amina Said", wordCount: 6, pageCount: 1 });
  const version = await storeEpub(stored.id);
  await db.update(audioFiles).set({ codec: "mp3" }).where(eq(audioFiles.bookId, stored.id));
  await saveSyncMaps(db, stored.id, [
    { chapterNumber: 1, source: "aligned", sentences: [["s0-0", 0, 50, 1]] },
    { chapterNumber: 2, source: "aligned", sentences: [["s1-0", 0, 50, 1]] },
  ]);
  return { ...stored, version };
}

async function storeEpub(bookId: BookId): Promise<string> {
  const pages = { "one.xhtml": makePage("FIRST-CHAPTER"), "last.xhtml": makePage("LAST-CHAPTER") };
  const zip = new ZipFile();
  for (const [name, text] of Object.entries({ ...listPackageFiles(), ...pages }))
    zip.addBuffer(Buffer.from(text), name, { compress: name !== "mimetype" });
  zip.end();
  const { key, bytes, sha256 } = await storage.put(createKey("epub", "epub"), zip.outputStream as Readable);
  const spine = Object.keys(pages).map((path, index) => ({
    index,
    path,
    isLinear: true,
    isMissing: false,
    wordCount: 3,
    sentenceCount: 1,
    mediaType: "application/xhtml+xml",
  }));
  const entries = Object.entries(pages).map(([path, text]) => [path, Buffer.byteLength(text)] as const);
  const epubColumns = {
    storageKey: key,
    bytes,
    sha256,
    spine,
    entries,
    sample: { spineIndex: 1, paragraphs: 0, sentences: 0, resources: [] },
  };
  await db.update(ebooks).set(epubColumns).where(eq(ebooks.bookId, bookId));
  await db.insert(ebookTexts).values([
    { bookId, spineIndex: 0, text: "First chapter", normalizedText: "first chapter" },
    { bookId, spineIndex: 1, text: "Last chapter", normalizedText: "last chapter" },
  ]);
  return getContentVersion(sha256);
}

function listPackageFiles(): Readonly<Record<string, string>> {
  const container = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
  const metadata = `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>x</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>`;
  const makeItem = (id: string, extra = "") =>
    `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"${extra}/>`;
  const manifest = `<manifest>${makeItem("one")}${makeItem("last")}${makeItem("nav", ' properties="nav"')}</manifest>`;
  const spine = `<spine><itemref idref="one"/><itemref idref="last"/></spine>`;
  return {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": container,
    "package.opf": `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">${metadata}${manifest}${spine}</package>`,
    "nav.xhtml": `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>n</title></head><body><nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav></body></html>`,
  };
}

function makePage(text: string): string {
  return `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>${text}</p></body></html>`;
}

function getCoverFile(row: Parameters<typeof getGeneratedCoverHash>[0]): string {
  return `${getGeneratedCoverHash(row)}-320.webp`;
}
