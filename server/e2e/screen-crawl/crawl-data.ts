import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import {
  communities,
  communityMembers,
  discussions,
  posts,
} from "#server/db/schema/community/communities.ts";
import { challenges } from "#server/db/schema/reading/challenges.ts";
import { shelfBooks, shelves } from "#server/db/schema/reading/shelves.ts";
import type { Services } from "#server/services.ts";
import type { CrawlData } from "./screens.ts";

/** Creates the rows that the visited screens show. */
export async function createCrawlData(
  { db }: Pick<Services, "db">,
  bookId: BookId,
  reader: User,
  { request }: Pick<Page, "request">,
): Promise<CrawlData> {
  await db
    .update(users)
    .set({ preferences: { profileShows: ["streak"] } })
    .where(eq(users.id, reader.id));
  const now = Date.now();
  const challenge = expectOneRow(
    await db
      .insert(challenges)
      .values({
        title: "Three books before winter",
        description: "Short ones count too.",
        goal: 3,
        goalType: "books",
        startsAt: new Date(now - 86_400_000),
        endsAt: new Date(now + 30 * 86_400_000),
      })
      .returning(),
  );
  const at = new Date(now);
  const community = expectOneRow(
    await db
      .insert(communities)
      .values({
        name: "Evening readers",
        normalizedName: `evening readers ${reader.id}`,
        visibility: "public",
        createdAt: at,
      })
      .returning(),
  );
  // Communities without an owner are deleted by the hourly maintenance.
  await db.insert(communityMembers).values({
    communityId: community.id,
    userId: reader.id,
    role: "owner",
    state: "active",
    since: at,
  });
  const discussion = expectOneRow(
    await db
      .insert(discussions)
      .values({
        communityId: community.id,
        authorId: reader.id,
        title: "What do you read?",
        state: "shown",
        normalizedTitle: "what do you read",
        createdAt: at,
        activeAt: at,
      })
      .returning(),
  );
  await db.insert(posts).values({
    discussionId: discussion.id,
    number: 0,
    authorId: reader.id,
    state: "shown",
    createdAt: at,
    source: "Tell us.",
    normalizedText: "tell us",
    content: [{ type: "paragraph", children: [{ type: "text", text: "Tell us." }] }],
  });
  const shelf = expectOneRow(
    await db
      .insert(shelves)
      .values({
        userId: reader.id,
        name: "For the evening",
        visibility: "public",
        createdAt: at,
        updatedAt: at,
        announcedAt: at,
      })
      .returning(),
  );
  await db.insert(shelfBooks).values({ shelfId: shelf.id, bookId, position: 1, addedAt: at });
  const reply = await request.get(booksContract.getBook.path.replace(":bookId", bookId));
  const book = booksContract.getBook.response.parse(await reply.json());
  const author = expectOneRow(book.contributors.slice(0, 1));
  return {
    bookId,
    bookTitle: book.title,
    authorId: author.id,
    authorName: author.name,
    genre: book.genre,
    challengeId: challenge.id,
    challengeTitle: challenge.title,
    communityId: community.id,
    communityName: community.name,
    discussionId: discussion.id,
    discussionTitle: discussion.title,
    shelfId: shelf.id,
    shelfName: shelf.name,
    readerUsername: reader.username,
    readerName: reader.firstName,
  };
}
