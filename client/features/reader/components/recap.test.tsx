import { screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { type Ebook, readerContract } from "#shared/reader/contract.ts";
import { ownMarks } from "#client/features/reader/own-marks.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { Recap } from "./recap.tsx";

beforeAll(() => loadMessages("reader", "readerPanels"));
beforeEach(() => localStorage.clear());

const bookId = BookId.parse(getId(1));
const ebook: Ebook = {
  bookId,
  title: "The Well",
  author: "Hind Omar",
  language: "en",
  kind: "book",
  direction: "ltr",
  layout: "reflowable",
  version: "1",
  packagePath: "package.opf",
  spine: [],
  toc: [],
  entries: [],
  wordCount: 1,
  pageCount: 1,
  portion: "whole",
  hasAudiobook: false,
};

/** A mark in each of the first sentences. */
const makeMarks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: getId(100 + n),
    quote: `Mark ${n}.`,
    note: "",
    tags: [],
    color: null,
    target: { sentence: SentenceId.parse(`s0-${n}`) },
  }));

async function open(marks: number) {
  ownMarks.set(makeMarks(marks));
  const lastReadAt = new Date("2026-01-01T00:00:00Z");
  stubCalls(
    reply(readerContract.getEbook, ebook),
    reply(readerContract.getRecap, { lastReadAt, sentence: SentenceId.parse("s0-12"), excerpt: "" }),
  );
  const { user } = renderPage(<Recap bookId={bookId} />);
  const recap = await screen.findByRole("dialog", { name: "Where you stopped" });
  const listMarks = () =>
    within(recap)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  return { user, recap, listMarks };
}

test("the last ten marks before the place are shown, and on request all, none ahead of it", async () => {
  const { user, recap, listMarks } = await open(15);
  expect(listMarks()).toEqual(Array.from({ length: 10 }, (_, n) => `Mark ${n + 2}.`));
  await user.click(within(recap).getByRole("button", { name: "Show all 12" }));
  expect(listMarks()).toEqual(Array.from({ length: 12 }, (_, n) => `Mark ${n}.`));
  expect(within(recap).queryByRole("button", { name: /Show all/ })).toBeNull();
});

test("ten marks need no button", async () => {
  const { recap, listMarks } = await open(10);
  expect(listMarks()).toHaveLength(10);
  expect(within(recap).queryByRole("button", { name: /Show all/ })).toBeNull();
});
