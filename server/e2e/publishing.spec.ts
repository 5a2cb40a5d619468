import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { correctionsContract } from "#shared/corrections/contract.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { csvContract } from "#shared/publishing/csv.ts";
import { uploadsContract } from "#shared/uploads/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { importUploadedFiles } from "#server/features/book-import/service.ts";
import { indexBook } from "#server/features/books/service.ts";
import { createEpubBytes, writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { noBook } from "#server/testing/factories.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import { getDocuments, getTextRegion, getVisibleText, openBook, turnPage } from "./support/reading.ts";

const { editBook, changeState } = publishingContract;

const chooseFiles = (page: Page | Locator, name: string, buffer: Buffer) =>
  page
    .locator("input[type=file]:not([webkitdirectory])")
    .first()
    .setInputFiles({ name, mimeType: "application/epub+zip", buffer });

test("an author's first book: uploaded, completed, submitted, approved, read", async ({
  services,
  make,
  openPage,
}) => {
  const title = `The Lantern ${Date.now()}`;
  await services.db.insert(genres).values({ name: "Reflection" }).onConflictDoNothing();
  const author = await openPage(await make.user({ isAuthor: true }));

  await author.goto("/authors-portal");
  await author.getByRole("main").getByRole("link", { name: "Upload a book" }).first().click();
  await chooseFiles(author, "lantern.epub", await createEpubBytes({ title }));
  await expect(author.getByLabel("Title")).toHaveValue("lantern");
  await Promise.all([
    waitForReply(author, uploadsContract.finishUpload),
    author.getByRole("button", { name: "Upload book" }).click(),
  ]);
  await author.getByRole("link", { name: "Upload completed - Click to view" }).click();
  await expect(author).toHaveURL(/\/book\/[0-9a-f-]+\?preview=basic$/);
  await expect(author.getByRole("heading", { name: "Draft: not published yet" })).toBeVisible();
  const bookId = new URL(author.url()).pathname.split("/")[2] ?? "";

  await author.goto(`/authors-portal?book=${bookId}`);
  await author.getByLabel("Name", { exact: true }).fill("Amina Said");
  await author.getByRole("button", { name: "Add", exact: true }).click();
  await author.getByLabel("Genres").fill("Reflec");
  await author.getByRole("option", { name: "Reflection" }).click();
  await expect(author.getByRole("button", { name: "Remove Reflection" })).toBeVisible();
  await author.getByLabel("Licence").fill("All rights reserved");
  await author.getByLabel("Provenance").fill("Written by the author.");
  await Promise.all([waitForReply(author, editBook), author.getByRole("button", { name: "Save" }).click()]);
  await author.getByRole("button", { name: "Submit for review" }).click();
  await Promise.all([
    waitForReply(author, changeState),
    author.getByRole("dialog").getByRole("button", { name: "Submit for review" }).click(),
  ]);
  await expect(author.getByText("In review", { exact: true })).toBeVisible();

  const employee = await openPage(await make.user({ isEmployee: true }));
  await employee.goto("/admin/books?state=in-review");
  await employee.getByRole("link", { name: title }).click();
  await employee.getByRole("button", { name: "Publish" }).click();
  await Promise.all([
    waitForReply(employee, changeState),
    employee.getByRole("dialog").getByRole("button", { name: "Publish" }).click(),
  ]);

  const reader = await openPage(await make.user());
  await reader.goto(`/book/${bookId}`);
  await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(reader.getByRole("link", { name: "Read", exact: true })).toBeVisible();
});

test("an upload survives a lost network and a reload of the page", async ({ services, make, openPage }) => {
  const user = await make.user({ isAuthor: true });
  const page = await openPage(user);
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-upload-"));
  const file = path.join(folder, "interrupted.epub");
  const title = `Interrupted ${Date.now()}`;
  // More than one chunk.
  await writeSmallEpub(file, { title, pictures: [randomBytes(6_000_000)] });
  let chunks = 0;
  await page.route("**/api/uploads/*", async (route) => {
    if (route.request().method() === "PATCH" && ++chunks > 1) return route.abort();
    await route.continue();
  });
  const picker = page.locator("input[type=file]:not([webkitdirectory])");
  await page.goto("/upload");
  await picker.first().setInputFiles(file);
  await page.getByRole("button", { name: "Upload book" }).click();
  const panel = page.getByRole("region", { name: "Uploads" });
  await expect(panel.getByText("Upload paused")).toBeVisible({ timeout: 30_000 });
  await page.unrouteAll();

  await page.reload();

  await expect(panel.getByText("Choose the same files to continue.", { exact: false })).toBeVisible();
  const other = path.join(folder, "other.epub");
  await writeSmallEpub(other, { title: "Another book" });
  await panel.locator("input[type=file]").setInputFiles(other);
  await expect(panel.getByText("These are not the same files.")).toBeVisible();
  await Promise.all([
    waitForReply(page, uploadsContract.finishUpload),
    panel.locator("input[type=file]").setInputFiles(file),
  ]);
  await expect(panel.getByText("Upload completed - Click to view")).toBeVisible();
  const [book] = await services.db.select().from(books).where(eq(books.ownerId, user.id));
  expect(book).toMatchObject({ title, state: "draft" });
  const [stored] = await services.db
    .select()
    .from(ebooks)
    .where(eq(ebooks.bookId, book?.id ?? noBook));
  expect(stored?.sha256).toBe(
    createHash("sha256")
      .update(await readFile(file))
      .digest("hex"),
  );
  await rm(folder, { recursive: true, force: true });
});

test("a supporter's code opens premium books", async ({ make, openPage }) => {
  const admin = await openPage(await make.user({ isAdmin: true }));
  await admin.goto("/admin/membership-codes");
  await admin.getByRole("button", { name: "Issue code" }).click();
  const code = await admin.getByRole("status").locator("code").first().textContent();
  const book = await make.audiobook({ chapters: 2, isFree: false });

  const reader = await openPage(await make.user());
  await reader.goto(`/book/${book.id}`);
  await reader.getByRole("link", { name: "View memberships" }).click();
  await reader.getByLabel("Membership code").fill("WRONG-CODE");
  await reader.getByRole("button", { name: "Redeem" }).click();
  await expect(reader.getByText("This code is not valid.")).toBeVisible();
  await reader.getByLabel("Membership code").fill(code ?? "");
  await reader.getByRole("button", { name: "Redeem" }).click();

  await expect(reader.getByRole("heading", { name: "You are a supporter. Thank you!" })).toBeVisible();
  await reader.goto(`/book/${book.id}`);
  await expect(reader.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(reader.getByRole("link", { name: "View memberships" })).toBeHidden();
});

test("an employee changes all matching books at once, and undoes it", async ({
  services,
  make,
  openPage,
}) => {
  const titleWord = `Collected${Date.now()}`;
  for (const part of [1, 2, 3]) {
    const { id } = await make.book({ title: `${titleWord} part ${part}` });
    await indexBook(services.db, id);
  }
  const employee = await openPage(await make.user({ isEmployee: true }));
  const dialog = employee.getByRole("dialog");

  await employee.goto(`/admin/books?search=${titleWord}`);
  await employee.getByRole("checkbox", { name: `${titleWord} part 1` }).check();
  await employee.getByRole("button", { name: "Select all 3 matching books" }).click();
  await employee.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog.getByRole("button", { name: "Change 3 books" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Set at least one field.");
  await dialog.getByLabel("Free").selectOption("No");
  await dialog.getByRole("button", { name: "Change 3 books" }).click();
  await employee.locator("summary").filter({ hasText: "bulk edit" }).click();
  await expect(employee.getByText("Changed: 3 of 3")).toBeVisible();
  await employee.reload();
  await expect(employee.getByText(/Premium/)).toHaveCount(3);

  await employee.locator("summary").filter({ hasText: "bulk edit" }).click();
  await employee.getByRole("button", { name: "Undo" }).first().click();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(employee.getByText("Undone")).toBeVisible();
  await employee.reload();
  await expect(employee.getByRole("checkbox", { name: `${titleWord} part 3` })).toBeVisible();
  await expect(employee.getByText(/Premium/)).toHaveCount(0);
});

test("a reported mistake is corrected by a revision, and its reader keeps the position", async ({
  services,
  make,
  openPage,
}) => {
  const authorAccount = await make.user({ isAuthor: true });
  const title = `The Well ${Date.now()}`;
  const paragraphs = Array.from({ length: 40 }, (_, n) => `<p>Sentence number ${n} of the well.</p>`);
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-well-"));
  const chapters = ["<p>The story begins at the well.</p>", paragraphs.join("")];
  await writeSmallEpub(path.join(folder, "well.epub"), { title, chapters });
  const { bookId } = await importUploadedFiles(services, folder, authorAccount.id, {
    title,
    revisionOf: null,
  });
  await rm(folder, { recursive: true });
  await services.db.update(books).set({ state: "published" }).where(eq(books.id, bookId));
  const readerAccount = await make.user();
  const [reader, author] = [await openPage(readerAccount), await openPage(authorAccount)];

  await openBook(reader, bookId);
  expect(await turnPage(reader, "ArrowRight")).toBe("s1-0");
  await expect.poll(() => getVisibleText(reader)).toContain("Sentence number 0 of the well.");
  await getDocuments(reader)[0]?.getByText("Sentence number 0 of the well.").selectText();
  await reader
    .getByRole("toolbar", { name: "Selected text" })
    .getByRole("button", { name: "Report" })
    .click();
  await reader.getByLabel("What is wrong?").fill("It should be the first sentence.");
  await Promise.all([
    waitForReply(reader, correctionsContract.reportMistake),
    reader.getByRole("button", { name: "Send" }).click(),
  ]);

  await author.goto("/authors-portal?tab=corrections");
  await author.getByRole("checkbox", { name: "Select: It should be the first sentence." }).check();
  await author.getByRole("button", { name: "Accept" }).click();
  await Promise.all([
    waitForReply(author, correctionsContract.decideCorrections),
    author.getByRole("dialog").getByRole("button", { name: "Accept" }).click(),
  ]);
  await author.goto(`/authors-portal?book=${bookId}`);
  await author.getByRole("button", { name: "New files" }).click();
  const revised = await createEpubBytes({
    title,
    chapters: [
      "<p>A preface.</p>",
      "<p>The story begins at the well.</p>",
      paragraphs.join("").replace("number 0", "number one"),
    ],
  });
  await Promise.all([
    waitForReply(author, uploadsContract.finishUpload),
    chooseFiles(author.getByRole("dialog"), "revised.epub", revised),
  ]);
  await author.getByRole("link", { name: "Revision 1" }).click();
  await expect(author.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(author.getByLabel("What is new?")).toHaveValue(
    /number 0 of the well.”: It should be the first/,
  );
  expect(await getViolations(author)).toEqual([]);
  await confirm(author, "Submit for review");

  const employee = await openPage(await make.user({ isEmployee: true }));
  await employee.goto("/admin/books?state=in-review");
  await employee.getByRole("link", { name: title }).click();
  await confirm(employee, "Publish");

  await openBook(reader, bookId);
  await expect(getTextRegion(reader)).toHaveAttribute("data-sentence", "s2-0");
  await expect.poll(() => getVisibleText(reader)).toContain("Sentence number one of the well.");
  await reader.goto("/notifications");
  await expect(reader.getByText(`The mistake you reported in “${title}” will be corrected.`)).toBeVisible();
});

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).click();
  await Promise.all([
    waitForReply(page, changeState),
    page.getByRole("dialog").getByRole("button", { name }).click(),
  ]);
}

test("an employee imports a metadata CSV: problems are listed, the rest is applied", async ({
  make,
  openPage,
}) => {
  const book = await make.book({ title: `Sheet ${Date.now()}` });
  const employee = await openPage(await make.user({ isEmployee: true }));
  await employee.goto("/admin/books");
  const csv = `id,publisher\n${book.id},New House\n00000000-0000-4000-8000-000000000000,Nobody\n`;
  const chooser = employee.waitForEvent("filechooser");
  await employee.getByRole("button", { name: "Metadata (CSV)" }).click();
  await employee.getByRole("menuitem", { name: "Import metadata (CSV)" }).click();
  await (await chooser).setFiles({ name: "books.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const dialog = employee.getByRole("dialog");
  await dialog.getByRole("button", { name: "Check the file" }).click();
  await expect(dialog.getByText("Row 3: No such book.")).toBeVisible();
  expect(await getViolations(employee)).toEqual([]);
  await Promise.all([
    waitForReply(employee, csvContract.applyCsv),
    dialog.getByRole("button", { name: "Change one book" }).click(),
  ]);
  await employee.goto(`/admin/books/${book.id}/edit`);
  await expect(async () => {
    await employee.reload();
    await expect(employee.getByLabel("Publisher")).toHaveValue("New House", { timeout: 1_000 });
  }).toPass();
});
