import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { BookId } from "#shared/books/book.ts";
import { dictionaryContract } from "#shared/dictionary/contract.ts";
import { type VocabularyWord, vocabularyContract, WordId } from "#shared/dictionary/vocabulary.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { callDictionaries } from "../engine/dictionary-client.ts";
import { unsentWords } from "../vocabulary-outbox.ts";
import { LookUpPanel } from "./look-up-panel.tsx";

vi.mock("../engine/dictionary-client.ts", () => ({ callDictionaries: vi.fn() }));

beforeAll(() => loadMessages("dictionary"));
beforeEach(() => {
  localStorage.clear();
  unsentWords.set([]);
  vi.mocked(callDictionaries).mockImplementation(
    (name) => Promise.resolve(name === "lookUp" ? [] : null) as never,
  );
});

const bookId = BookId.parse(getId(1));
const term = { term: "weir", definition: "A low dam across a river." };
const glossary = reply(dictionaryContract.getBookGlossary, { terms: [term] });
const nothingInEnglish = reply(dictionaryContract.lookUpEnglish, { entries: [] });
const notSaved = reply(vocabularyContract.listVocabulary, { words: [], nextCursor: null });
const saved = reply(vocabularyContract.saveWord, { done: true });

function open(word: string, ...stubs: readonly Stub[]) {
  const onClose = vi.fn();
  const stubbed = stubCalls(reply(accountsContract.getUser, makeUser()), notSaved, ...stubs);
  const panel = <LookUpPanel word={word} sentence={`The ${word}.`} bookId={bookId} onClose={onClose} />;
  return { ...renderPage(panel), ...stubbed, onClose };
}

/** Presses each button and follows each link of the panel; all of them must do something. */
async function pressAll({ user, calls, onClose, url }: ReturnType<typeof open>) {
  const dialog = await screen.findByRole("dialog");
  const save = await within(dialog).findByRole("button", { name: "Save word" });
  await waitFor(() => expect(save).toBeEnabled());
  const names = within(dialog)
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  const links = within(dialog).queryAllByRole("link");

  await user.click(save);
  expect(await within(dialog).findByRole("button", { name: "Saved" })).toBeDisabled();
  expect(within(dialog).getByRole("link", { name: "Vocabulary" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/library\/vocabulary\?search=./),
  );
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

const savedWord: VocabularyWord = {
  id: WordId.parse(getId(3)),
  word: "Weir",
  ...{ headword: "", language: "en", definition: "", sentence: "Another weir.", note: "" },
  ...{ book: null, place: null, savedAt: new Date(0), step: 0, dueAt: new Date(0) },
};
const wordReply = reply(vocabularyContract.listVocabulary, { words: [savedWord], nextCursor: null });

async function expectSaved() {
  expect(await screen.findByRole("button", { name: "Saved" })).toBeDisabled();
  expect(screen.getByRole("link", { name: "Vocabulary" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Save word" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
}

test("a word of the vocabulary is shown as saved, with a link", async () => {
  const { calls } = open("weir", glossary, nothingInEnglish, wordReply);
  await expectSaved();
  expect(calls.map(({ url }) => url)).toContain("/api/user/vocabulary?word=weir");
});

test("saving a word is undone", async () => {
  const panel = open("weir", glossary, nothingInEnglish, saved);
  const save = await screen.findByRole("button", { name: "Save word" });
  await waitFor(() => expect(save).toBeEnabled());
  await panel.user.click(save);
  const undo = await screen.findByRole("button", { name: "Undo" });
  panel.add(reply(vocabularyContract.deleteWord, { done: true }));
  await panel.user.click(undo);
  expect(await screen.findByRole("button", { name: "Save word" })).toBeEnabled();
  const find = (method: string) => panel.calls.findLast((made) => made.method === method);
  expect(find("DELETE")?.url).toBe(find("PUT")?.url);
});

test("without a connection the words of the device are known as saved", async () => {
  const panel = open("weir");
  const { fetch } = globalThis;
  panel.add(wordReply);
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    url === accountsContract.getUser.path || url === vocabularyContract.listVocabulary.path
      ? fetch(url, init)
      : Promise.reject(new TypeError("Failed to fetch")),
  );
  await expectSaved();
});

test("without a connection a word that waits to be sent is known as saved", async () => {
  const offline = (url: string, init: RequestInit, fetch: typeof globalThis.fetch) =>
    url === accountsContract.getUser.path
      ? fetch(url, init)
      : Promise.reject(new TypeError("Failed to fetch"));
  const panel = open("weir");
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => offline(url, init, fetch));
  const save = await screen.findByRole("button", { name: "Save word" });
  await waitFor(() => expect(save).toBeEnabled());
  await panel.user.click(save);
  await screen.findByText("Saved on this device until you are online.");
  panel.unmount();

  const again = open("weir");
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => offline(url, init, fetch));
  await expectSaved();
  expect(screen.getByText("Saved on this device until you are online.")).toBeVisible();
  again.unmount();
});

test("a guest is offered no saving, and has no vocabulary to ask for", async () => {
  const guest = stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "" });
  const { calls } = open("weir", glossary, nothingInEnglish, guest);
  expect(await screen.findByRole("heading", { name: "weir", level: 4 })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Save/ })).toBeNull();
  expect(calls.filter(({ url }) => url.startsWith("/api/user/vocabulary"))).toEqual([]);
});
