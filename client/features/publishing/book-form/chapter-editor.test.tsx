import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type ChapterList, chaptersContract } from "#shared/publishing/chapters.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId, makeBook } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { ChapterEditor } from "./chapter-editor.tsx";

const { getChapters, setChapters } = chaptersContract;
const fileId = getId(7);
const list: ChapterList = {
  version: 1,
  canMove: true,
  files: [{ id: fileId, fileName: "one.mp3", duration: 60, audioUrl: "/one.mp3" }],
  chapters: [
    { title: "Intention", chapterType: "chapter", fileId, start: 0 },
    { title: "Water", chapterType: "chapter", fileId, start: 30 },
  ],
};

test("chapters are checked, saved with the form, and then shown as saved", async () => {
  await loadMessages("publishing");
  const { calls, add } = stubCalls(reply(getChapters, list));
  const { user } = renderPage(<ChapterEditor bookId={makeBook(5).id} />);
  await user.click(screen.getByRole("button", { name: "Edit chapters" }));
  const getTitle = () => screen.getByRole("textbox", { name: "Title of chapter 2" });
  await screen.findByDisplayValue("Water");
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

  await user.clear(getTitle());
  await user.click(screen.getByRole("button", { name: "Save chapters" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("2");
  expect(calls.every(({ method }) => method === "GET")).toBe(true);
  expect(leave()).toBe(false);

  const [first, second] = list.chapters as [ChapterList["chapters"][0], ChapterList["chapters"][0]];
  const saved = { ...list, version: 2, chapters: [first, { ...second, title: "Clean water" }] };
  add(reply(setChapters, saved), reply(getChapters, saved));
  await user.type(getTitle(), "Clean water{Enter}");

  expect(await screen.findByText("Saved")).toBeVisible();
  await vi.waitFor(() => expect(leave()).toBe(true));
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    version: 1,
    chapters: saved.chapters,
  });
  expect(getTitle()).toHaveValue("Clean water");
});
