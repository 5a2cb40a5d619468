import { screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { BookId } from "#shared/books/book.ts";
import { dictionaryContract } from "#shared/dictionary/contract.ts";
import { vocabularyContract } from "#shared/dictionary/vocabulary.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls } from "#client/testing/stub-calls.ts";
import { callDictionaries } from "../engine/dictionary-client.ts";
import { LookUpPanel } from "./look-up-panel.tsx";

vi.mock("../engine/dictionary-client.ts", () => ({ callDictionaries: vi.fn() }));

beforeAll(() => loadMessages("dictionary"));
beforeEach(() => {
  localStorage.clear();
  vi.mocked(callDictionaries).mockImplementation(
    (name) => Promise.resolve(name === "lookUp" ? [] : null) as never,
  );
});

const bookId = BookId.parse(getId(1));
const term = { term: "weir", definition: "A low dam across a river." };
const glossary = reply(dictionaryContract.getBookGlossary, { terms: [term] });
const nothingInEnglish = reply(dictionaryContract.lookUpEnglish, { entries: [] });
const saved = { contract: vocabularyContract.saveWord, status: 200, body: { ok: true } };

function open(word: string, ...stubs: readonly Stub[]) {
  const onClose = vi.fn();
  const stubbed = stubCalls(reply(accountsContract.getUser, makeUser()), ...stubs);
  const panel = <LookUpPanel word={word} sentence={`The ${word}.`} bookId={bookId} onClose={onClose} />;
  return { ...renderPage(panel), ...stubbed, onClose };
}

/** Presses each button and follows each link of the panel; all of them must do something. */
async function pressAll({ user, calls, onClose, url }: ReturnType<typeof open>) {
  const dialog = await screen.findByRole("dialog");
  const save = await within(dialog).findByRole("button", { name: "Save word" });
  const names = within(dialog)
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  const links = within(dialog).queryAllByRole("link");

  await user.click(save);
  await within(dialog).findByRole("button", { name: "Saved" });
  for (const link of links) {
    await user.click(link);
    expect(url()).toBe(link.getAttribute("href"));
  }
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalled();
  return {
    names,
    links: links.map((link) => link.textContent),
    put: calls.find(({ method }) => method === "PUT"),
  };
}

test("no button is dead for a word that was found", async () => {
  const panel = open("weir", glossary, nothingInEnglish, saved);
  expect(await screen.findByRole("heading", { name: "weir", level: 4 })).toBeVisible();
  const { names, links, put } = await pressAll(panel);
  expect([names, links]).toEqual([["Close", "Save word"], []]);
  expect(put?.body).toMatchObject({
    word: "weir",
    headword: "weir",
    definition: term.definition,
    sentence: "The weir.",
  });
});

test("no button is dead for a guess, which is said to be one", async () => {
  const panel = open("weirs", glossary, nothingInEnglish, saved);
  expect(await screen.findByText("Shown for “weirs”, the nearest form found.")).toBeVisible();
  const { names, put } = await pressAll(panel);
  expect(names).toEqual(["Close", "Save word"]);
  expect(put?.body).toMatchObject({ word: "weirs", headword: "weir" });
});

test("no button is dead for a word that was not found", async () => {
  const panel = open("qwzx", glossary, nothingInEnglish, saved);
  expect(await screen.findByText("No dictionary has “qwzx”.")).toBeVisible();
  const { names, links, put } = await pressAll(panel);
  expect([names, links]).toEqual([["Close", "Save word"], ["Add a dictionary"]]);
  expect(put?.body).toMatchObject({ word: "qwzx", sentence: "The qwzx." });
});

test("no button is dead without a connection: the word is saved on the device", async () => {
  const panel = open("weir");
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    url === accountsContract.getUser.path
      ? fetch(url, init)
      : Promise.reject(new TypeError("Failed to fetch")),
  );
  expect(await screen.findByText(/Some dictionaries could not be searched/)).toBeVisible();
  const { names, links } = await pressAll(panel);
  expect([names, links]).toEqual([["Close", "Save word"], ["Add a dictionary"]]);
  expect(screen.getByText("Saved on this device until you are online.")).toBeVisible();
  expect(JSON.stringify({ ...localStorage })).toContain("weir");
});
