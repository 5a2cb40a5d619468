import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { communityContract } from "#shared/community/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";

async function createCommunity(page: Page, name: string, byRequest = false): Promise<string> {
  await page.goto("/community");
  await page.getByRole("button", { name: "New community" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("About").fill("For readers of short books.");
  if (byRequest) await form.getByLabel("Who can join").selectOption("request");
  await form.getByRole("button", { name: "Create community" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return new URL(page.url()).pathname;
}

async function startDiscussion(page: Page, title: string, text: string): Promise<string> {
  await page.getByRole("button", { name: "Start a discussion" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Text").fill(text);
  await form.getByRole("button", { name: "Post" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  return new URL(page.url()).pathname;
}

test("a community by request: created, joined, discussed, live in two browsers", async ({
  make,
  openPage,
}) => {
  const [owner, reader] = [await openPage(await make.user()), await openPage(await make.user())];
  const communityPath = await createCommunity(owner, `Evening readers ${randomUUID().slice(0, 8)}`, true);
  const discussionPath = await startDiscussion(owner, "Which book next?", "**Two** ideas, and ||a secret||.");

  await reader.goto(discussionPath);
  await expect(reader.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await reader.goto(communityPath);
  await expect(reader.getByText("Only members can see the discussions")).toBeVisible();
  await reader.getByRole("button", { name: "Ask to join" }).click();
  await reader.getByRole("dialog").getByLabel("Message (optional)").fill("Salam, may I?");
  await reader.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect(reader.getByText("Your request is pending")).toBeVisible();

  await owner.goto(`${communityPath}?tab=members`);
  await expect(owner.getByText("Salam, may I?")).toBeVisible();
  expect(await getViolations(owner)).toEqual([]);
  await Promise.all([
    waitForReply(owner, communityContract.updateMember),
    owner.getByRole("button", { name: "Accept" }).click(),
  ]);
  await owner.goto(discussionPath);
  await reader.goto(discussionPath);
  await expect(reader.getByRole("button", { name: "Show spoiler" })).toBeVisible();
  await reader.getByLabel("Your reply").pressSequentially("Letters, please. @Rea");
  await reader.getByRole("list", { name: "Mention" }).getByRole("button").first().click();
  await reader.keyboard.press("Control+Enter");
  await expect(owner.getByText(/^Letters, please\. @reader/)).toBeVisible();
  await reader.getByRole("button", { name: "Quote" }).first().click();
  await expect(reader.getByLabel("Your reply")).toHaveValue("> Two ideas, and ….\n\n");
  await reader.getByLabel("Your reply").fill("");
  expect(await getViolations(reader)).toEqual([]);

  await owner
    .getByRole("article", { name: /^Post by/ })
    .nth(1)
    .getByRole("button", { name: "More actions" })
    .click();
  await owner.getByRole("menuitem", { name: "Remove" }).click();
  await owner.getByLabel("Reason").fill("Off topic");
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(reader.getByText("Removed by the moderators: Off topic")).toBeVisible();
});

test("a discussion ahead of its reader is counted only, and opens as they read on", async ({
  services,
  make,
  openPage,
}) => {
  const book = await make.ebook({ wordCount: 1000, pageCount: 10, title: `The Road ${randomUUID()}` });
  const user = await make.user();
  const [owner, reader] = [await openPage(await make.user()), await openPage(user)];
  const communityPath = await createCommunity(owner, `Travellers ${randomUUID().slice(0, 8)}`);
  const communityId = communityPath.split("/").at(-1) ?? "";
  const origin = new URL(owner.url()).origin;
  const post = (path: string, data: object, method = "POST") =>
    owner.request.fetch(path, { method, data, headers: { Origin: origin } });
  await post(
    `/api/communities/${communityId}/books/${book.id}`,
    { startsOn: "2026-01-01", isCurrent: true },
    "PUT",
  );
  await post(`/api/communities/${communityId}/discussions`, {
    title: "The end of the road",
    text: "He comes home.",
    clientId: randomUUID(),
    anchor: { bookId: book.id, locator: { fraction: 0.9 } },
  });

  await reader.goto(communityPath);
  await expect(reader.getByText("1 discussion ahead of you")).toBeVisible();
  await expect(reader.getByText("The end of the road")).toBeHidden();
  expect(await getViolations(reader)).toEqual([]);
  await services.db
    .insert(bookReach)
    .values({ userId: user.id, bookId: book.id, textReach: 0.95, updatedAt: new Date() });
  await reader.reload();
  await reader.getByRole("link", { name: "The end of the road" }).click();
  await expect(reader.getByText("He comes home.")).toBeVisible();
});

test("messages: requested, accepted, answered offline, and ended by a block", async ({ make, openPage }) => {
  const [amina, yusuf] = [await make.user({ firstName: "Amina" }), await make.user({ firstName: "Yusuf" })];
  const [aminaPage, yusufPage] = [await openPage(amina), await openPage(yusuf)];
  await yusufPage.goto(`/messages?to=${amina.username}`);
  await yusufPage.getByLabel("Write a message").fill("Salam, may I borrow your notes?");
  await yusufPage.getByRole("button", { name: "Send" }).click();
  await expect(yusufPage.getByText("They have not accepted your message request yet.")).toBeVisible();

  await aminaPage.goto("/messages?folder=requests");
  await aminaPage.getByRole("link", { name: /Yusuf/ }).click();
  await aminaPage.getByRole("button", { name: "Accept" }).click();
  await aminaPage.getByLabel("Write a message").fill("Gladly.");
  await aminaPage.keyboard.press("Enter");
  await expect(yusufPage.getByRole("log").getByText("Gladly.")).toBeVisible();
  await expect(yusufPage.getByRole("img", { name: "Read", exact: true })).toBeVisible();
  expect(await getViolations(aminaPage)).toEqual([]);

  await yusufPage.context().setOffline(true);
  for (const text of ["First offline", "Second offline"]) {
    await yusufPage.getByLabel("Write a message").fill(text);
    await yusufPage.getByRole("button", { name: "Send" }).click();
  }
  await expect(yusufPage.getByRole("img", { name: "Waiting to be sent" })).toHaveCount(2);
  await Promise.all([
    waitForReply(yusufPage, messagesContract.sendPrivateMessage),
    yusufPage.context().setOffline(false),
  ]);
  const conversation = aminaPage.getByRole("log");
  await expect(conversation.getByText("Second offline")).toHaveCount(1);
  expect(await conversation.getByText(/offline$/).allTextContents()).toEqual([
    "First offline",
    "Second offline",
  ]);

  await aminaPage.getByRole("button", { name: "Conversation actions" }).click();
  await aminaPage.getByRole("menuitem", { name: /^Block/ }).click();
  await expect(aminaPage.getByText("You blocked this person.")).toBeVisible();
  await yusufPage.getByLabel("Write a message").fill("Are you there?");
  await yusufPage.getByRole("button", { name: "Send" }).click();
  await expect(yusufPage.getByText(/does not accept messages/)).toBeVisible();
});
