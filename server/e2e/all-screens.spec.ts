import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import type { User } from "#shared/accounts/user.ts";
import { defaultProductName, localizeProductName } from "#shared/api/product.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { RoutePath } from "#shared/routes/route-table.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { users } from "#server/db/schema/accounts.ts";
import { challenges } from "#server/db/schema/challenges.ts";
import { communities, communityMembers, discussions, posts } from "#server/db/schema/communities.ts";
import type { Services } from "#server/services.ts";
import { messagesIn, type VisitedScreen, type World, walked } from "./screen-crawl/screens.ts";
import { getAccount, planRounds, type Round } from "./screen-crawl/user-roles.ts";
import { chooseLanguage, listen, look } from "./screen-crawl/visit-screen.ts";
import { test } from "./support/fixtures.ts";

type Screen = readonly [RoutePath, VisitedScreen];

const isWhole = process.env["WALK"] === "whole";
const rounds = planRounds(
  Object.entries(walked) as unknown as readonly Screen[],
  (walker, [, screen]) =>
    walker === "admin" ? screen.adminReads !== undefined : walker !== "guest" || !screen.isForReaders,
  isWhole,
);

test.describe.configure({ mode: "parallel" });
test.setTimeout(isWhole ? 600_000 : 180_000);

for (const round of rounds) {
  const { walker, way } = round;
  test(`${walker} walks at ${way.width} px, ${way.theme}, in ${way.language}`, async ({
    services,
    make,
    importDemoBook,
    signedInPage: deviceOf,
    baseURL,
  }) => {
    const page = await deviceOf(walker === "guest" ? null : await make.user(getAccount[walker]), {
      viewport: { width: way.width, height: way.width === 390 ? 844 : 800 },
      colorScheme: way.theme,
      hasTouch: way.width === 390,
    });
    await chooseLanguage(page, way, baseURL ?? "");
    world ??= findWorld(
      services,
      await importDemoBook("five-daily-prayers"),
      await make.user({ firstName: "Maryam", lastName: "" }),
      page,
    );
    await walk(page, round, await world);
  });
}

/** Made once for all tests of a worker. */
let world: Promise<World> | undefined;

async function findWorld(
  { db }: Pick<Services, "db">,
  bookId: BookId,
  reader: User,
  { request }: Pick<Page, "request">,
): Promise<World> {
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
    ...{ communityId: community.id, userId: reader.id, role: "owner", state: "active", since: at },
  });
  const discussion = expectOneRow(
    await db
      .insert(discussions)
      .values({
        ...{ communityId: community.id, authorId: reader.id, title: "What do you read?", state: "shown" },
        ...{ normalizedTitle: "what do you read", createdAt: at, activeAt: at },
      })
      .returning(),
  );
  await db.insert(posts).values({
    ...{ discussionId: discussion.id, number: 0, authorId: reader.id, state: "shown", createdAt: at },
    ...{ source: "Tell us.", normalizedText: "tell us" },
    content: [{ type: "paragraph", children: [{ type: "text", text: "Tell us." }] }],
  });
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
    readerUsername: reader.username,
    readerName: reader.firstName,
  };
}

async function walk(page: Page, { walker, way, screens }: Round<Screen>, world: World): Promise<void> {
  const complaints = listen(page);
  const words = messagesIn(way.language);
  for (const [path, screen] of screens) {
    await test.step(path, async () => {
      const isLed = walker !== "guest" && screen.readerSees !== undefined;
      const shown: VisitedScreen = isLed ? walked["/home"] : screen;
      complaints.length = 0;
      await page.goto(screen.at?.(world) ?? path);
      const heading = getHeading(shown, world, words);
      const own = { guest: shown.guestReads, author: shown.authorReads, employee: shown.staffReads };
      const special = { ...own, reader: undefined, admin: shown.adminReads }[walker];
      const keys = special ?? (walker === "guest" ? [] : (shown.readerReads ?? []));
      const productName = localizeProductName(defaultProductName, way.language);
      await look(page, {
        path,
        title: heading === null ? null : heading ? `${heading} · ${productName}` : productName,
        texts: keys.map((key) => words[key] ?? `no text ${key}`),
        complaints,
        way,
        // Authors and staff see the same screens as readers, with more links, but for their own.
        withAxe: isWhole || walker === "guest" || walker === "reader" || special !== undefined,
      });
    });
  }
}

function getHeading(
  { title }: VisitedScreen,
  world: World,
  words: Readonly<Record<string, string>>,
): string | null {
  if (title === null || title === "") return title;
  return typeof title === "function" ? title(world) : (words[title] ?? `no text ${title}`);
}
