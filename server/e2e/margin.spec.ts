import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { eventStreams } from "#shared/events/contract.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { marginContract } from "#shared/marks/margin-contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { communities, communityBooks, communityMembers } from "#server/db/schema/community/communities.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import { createSmallEpub, getDocuments, openBook, turnPage, waitForFonts } from "./support/reading.ts";

const createBook = () =>
  createSmallEpub([
    {
      title: "The well",
      body: Array.from({ length: 60 }, (_, n) => `<p>Sentence ${n} tells of the well. It is short.</p>`).join(
        "",
      ),
    },
  ]);

/** Highlights a sentence, opens it and shares it with the community. */
async function share(page: Page, text: string, community: string): Promise<void> {
  await waitForFonts(page);
  await getDocuments(page)[0]?.getByText(text).first().selectText();
  await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    page.getByRole("toolbar", { name: "Selected text" }).getByRole("button", { name: "Green" }).click(),
  ]);
  await expect.poll(() => getDrawn(page, "mk-mark-green")).toContain(text);
  await getDocuments(page)[0]?.getByText(text).first().click();
  const mark = page.getByRole("toolbar", { name: "Highlight" });
  await mark.getByRole("button", { name: "Share with a community" }).click();
  const dialog = page.getByRole("dialog", { name: "Share with a community" });
  await expect(dialog.getByRole("blockquote")).toHaveText(text);
  expect(await getViolations(page, "[role=dialog]")).toEqual([]);
  await Promise.all([
    waitForReply(page, marginContract.shareMark),
    dialog.getByRole("switch", { name: community }).click(),
  ]);
  await expect(dialog.getByRole("switch", { name: community })).toBeChecked();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.keyboard.press("Escape");
  await expect(mark).toBeHidden();
}

const getDrawn = (page: Page, name: string) =>
  getDocuments(page)[0]?.evaluate((key) => {
    const { highlights } = CSS as unknown as { highlights: Map<string, Iterable<Range>> };
    return [...(highlights.get(key) ?? [])].map(String);
  }, name);

test("a moderator shares highlights; a member sees those that they have reached, live, and hides them", async ({
  make,
  services: { db },
  importSample,
  openPage,
}) => {
  const [owner, member] = [await make.user({ firstName: "Hind" }), await make.user()];
  const bookId = await importSample(await createBook());
  const name = `Evening readers ${randomUUID().slice(0, 8)}`;
  const createdAt = new Date();
  const community = { name, normalizedName: name.toLowerCase(), visibility: "request" as const, createdAt };
  const { id: communityId } = expectOneRow(await db.insert(communities).values(community).returning());
  const membership = { communityId, state: "active" as const, since: createdAt };
  await db.insert(communityMembers).values([
    { ...membership, userId: owner.id, role: "owner" },
    { ...membership, userId: member.id },
  ]);
  await db.insert(communityBooks).values({ communityId, bookId, startsOn: "2026-01-01" as never });
  // Without it, the pages of the member are not told of changes.
  await db.insert(bookReach).values({ userId: member.id, bookId, updatedAt: createdAt });

  const [writing, reading] = [await openPage(owner), await openPage(member)];
  await openBook(writing, bookId);
  // The reader stays on the first page, so that their measured reading does not reach it.
  await turnPage(writing, "ArrowRight");
  await share(writing, "Sentence 50 tells of the well.", name);

  const connected = waitForReply(reading, eventStreams.getEvents);
  await openBook(reading, bookId);
  await reading.getByRole("button", { name: "Notebook" }).click();
  const notebook = reading.getByRole("dialog", { name: "Notebook" });
  await notebook.getByRole("tab", { name: "Margin" }).click();
  await expect(notebook).toContainText("One more further on");
  await expect(notebook).toContainText("Nothing shared up to here");
  expect(await getDrawn(reading, "mk-margin-moderator")).toEqual([]);

  await connected;
  await turnPage(writing, "ArrowLeft");
  await share(writing, "The well", name);
  await expect(notebook.getByRole("article", { name: "Shared by Hind T." })).toBeVisible();
  await expect(notebook.getByText("The well", { exact: true })).toBeVisible();
  await expect(notebook).not.toContainText("Sentence 50");
  expect(await getViolations(reading, "[role=dialog]")).toEqual([]);
  const drawn = () => getDrawn(reading, "mk-margin-moderator");
  await expect.poll(drawn).toEqual(["The well"]);
  await notebook.getByRole("switch", { name: "Show in the book" }).uncheck();
  await expect.poll(drawn).toEqual([]);
  await notebook.getByRole("switch", { name: "Show in the book" }).check();
  await expect.poll(drawn).toEqual(["The well"]);
  await notebook.getByRole("button", { name: "Close" }).click();

  await getDocuments(reading)[0]?.getByText("The well").first().click();
  const card = reading.getByRole("toolbar", { name: "Margin" });
  await expect(card).toContainText("Moderator");
  await expect(card).toContainText(name);
  expect(await getViolations(reading, "[data-passage-bar]")).toEqual([]);
  await card.getByRole("button", { name: "Actions" }).click();
  await expect(reading.getByRole("menuitem", { name: "Report" })).toBeVisible();
  await Promise.all([
    waitForReply(reading, peopleContract.updateRelation),
    reading.getByRole("menuitem", { name: /^Mute/ }).click(),
  ]);
  await expect.poll(drawn).toEqual([]);
});
