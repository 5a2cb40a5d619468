import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type VocabularyWord, vocabularyContract, WordId } from "#shared/dictionary/vocabulary.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { VocabularyList } from "./vocabulary-list.tsx";

const { deleteWord, editWord, getVocabularySummary, listVocabulary, reviewWord } = vocabularyContract;

beforeAll(() => loadMessages("dictionary"));

const makeWord = (word: string, n: number): VocabularyWord => ({
  id: WordId.parse(getId(n)),
  word,
  headword: word,
  language: "en",
  definition: `Meaning of ${word}`,
  sentence: "",
  note: "",
  book: null,
  place: null,
  savedAt: new Date("2026-01-01T00:00:00Z"),
  step: 0,
  dueAt: new Date("2026-01-01T00:00:00Z"),
});

const words = [makeWord("weir", 1), makeWord("sluice", 2), makeWord("ford", 3)];
const stubWords = (left: readonly VocabularyWord[], review = left.slice(0, 2)) => [
  reply(listVocabulary, { words: [...left], nextCursor: null }),
  reply(getVocabularySummary, { total: left.length, books: [], review }),
];

async function open() {
  const stubbed = stubCalls(
    reply(accountsContract.getUser, makeUser()),
    ...stubWords(words),
    ...[deleteWord, editWord, reviewWord].map((contract) => reply(contract, { done: true })),
  );
  const { user } = renderPage(
    <main tabIndex={-1}>
      <VocabularyList getPlacePath={() => "/"} />
    </main>,
  );
  await screen.findByRole("heading", { name: "weir" });
  await screen.findByRole("button", { name: "Review 2 words" });
  return { user, ...stubbed };
}

const button = (name: string) => screen.getByRole("button", { name });

test("a word that has two names in the library's terms is shown once, with the other name", async () => {
  const term = { ...makeWord("isnad", 4), headword: "isnad · إسناد" };
  stubCalls(reply(accountsContract.getUser, makeUser()), ...stubWords([term]));
  renderPage(<VocabularyList getPlacePath={() => "/"} />);
  expect(await screen.findByRole("heading")).toHaveTextContent(/^isnad · إسناد$/);
});

test("Tab reaches each control of the vocabulary, and each has a name of its own", async () => {
  const { user } = await open();
  const names: (string | null)[] = [];
  for (let n = 0; n < 9; n++) {
    await user.tab();
    const { activeElement } = document;
    const label = (activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent;
    names.push(activeElement?.getAttribute("aria-label") || label || (activeElement?.textContent ?? ""));
  }
  expect(names).toEqual([
    "Review 2 words",
    "Export for Anki",
    "Search your words",
    "Edit note on weir",
    "Delete weir",
    "Edit note on sluice",
    "Delete sluice",
    "Edit note on ford",
    "Delete ford",
  ]);
});

test("a deleted word leaves the focus on the next one", async () => {
  const { user, add } = await open();
  button("Delete sluice").focus();
  add(...stubWords(words.filter(({ word }) => word !== "sluice")));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(button("Delete ford")).toHaveFocus());
});

test("the note is edited with the keyboard, and Escape returns to its button", async () => {
  const { user } = await open();
  button("Edit note on ford").focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("dialog", { name: "ford" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Note" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(button("Edit note on ford")).toHaveFocus());
});

test("Enter alone reviews the words", async () => {
  const { user, calls } = await open();
  button("Review 2 words").focus();
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Review" });
  await user.tab();
  for (const word of ["weir", "sluice"]) {
    await within(dialog).findByText(word);
    await waitFor(() => expect(button("Show the meaning")).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(button("I knew it")).toHaveFocus();
    await user.keyboard("{Enter}");
  }
  await within(dialog).findByText("You have reviewed the words for today.");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(button("Review 2 words")).toHaveFocus());
  expect(calls.filter(({ method }) => method === "POST")).toHaveLength(2);
});

test("after the last word of the review the focus is on the screen", async () => {
  const { user, add } = await open();
  button("Review 2 words").focus();
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Review" });
  add(...stubWords(words, []));
  for (const word of ["weir", "sluice"]) {
    await within(dialog).findByText(word);
    await user.click(button("Show the meaning"));
    await user.keyboard("{Enter}");
  }
  await within(dialog).findByText("You have reviewed the words for today.");
  await waitFor(() => expect(screen.queryByText("Review 2 words")).toBeNull());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});
