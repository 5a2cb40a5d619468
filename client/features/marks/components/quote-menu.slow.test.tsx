import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { pendingQuotation, setPendingQuotation } from "#client/lib/pending-quotation.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { BesidePassage } from "./beside-passage.tsx";
import { QuoteMenu } from "./quote-menu.tsx";

beforeAll(() => {
  // jsdom measures no ranges.
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
  return loadMessages("marks");
});
beforeEach(() => setPendingQuotation(null));

const ebook: Ebook = {
  bookId: BookId.parse(getId(1)),
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
const passage = { sentence: SentenceId.parse("s0-1"), quote: "The well was deep." };

async function press(user: ReturnType<typeof renderPage>["user"], key: string, item: string) {
  await user.keyboard(key);
  await waitFor(() => expect(screen.getByRole("menuitem", { name: item })).toHaveFocus());
}

test("the places for a quotation are chosen with the keyboard; Escape returns to the button", async () => {
  const { user, url } = renderPage(
    <main>
      <QuoteMenu ebook={ebook} passage={passage} />
    </main>,
  );
  const openMenu = async () => {
    await user.keyboard("{Enter}");
    const menu = await screen.findByRole("menu", { name: "Quote in…" });
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    await press(user, "{Home}", "New discussion");
  };
  await user.tab();
  expect(screen.getByRole("button", { name: "Quote in…" })).toHaveFocus();
  await openMenu();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Quote in…" })).toHaveFocus());

  await openMenu();
  await press(user, "{ArrowDown}", "Reply in a discussion");
  await press(user, "{ArrowDown}", "Message");
  await user.keyboard("{Enter}");
  expect(url()).toBe("/messages");
  expect(pendingQuotation.getState()).toMatchObject({ title: "The Well" });
});

function Bars() {
  const [isSecond, setSecond] = useState(false);
  const [isFirst, setFirst] = useState(true);
  const range = document.createRange();
  return (
    <>
      {isFirst && (
        <BesidePassage label="Highlight" range={range} position="1" onClose={() => setFirst(false)}>
          <button type="button" onClick={() => setSecond(true)}>
            Marks of others
          </button>
        </BesidePassage>
      )}
      {isSecond && (
        <BesidePassage label="Margin" range={range} position="1" onClose={() => setSecond(false)}>
          <button type="button">Close</button>
          <button type="button">Actions</button>
        </BesidePassage>
      )}
    </>
  );
}

test("a bar that replaces another one takes over its focus, arrow keys go round, Escape closes it", async () => {
  const { user } = renderPage(<Bars />);
  // Bars without a place are hidden, so that they have no role.
  screen.getByText("Marks of others").focus();
  await user.keyboard("{Enter}");
  expect(screen.queryByText("Marks of others")).toBeNull();
  expect(screen.getByText("Close")).toHaveFocus();
  await user.keyboard("{ArrowLeft}");
  expect(screen.getByText("Actions")).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByText("Close")).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(screen.queryByText("Close")).toBeNull();
});
