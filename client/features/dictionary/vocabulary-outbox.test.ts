import { beforeEach, expect, test, vi } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import { vocabularyContract } from "#shared/dictionary/vocabulary.ts";
import { runSignOutTasks } from "#client/lib/api/before-sign-out.ts";
import { getId } from "#client/testing/factories.ts";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { createWordId, flushVocabulary, saveWord, unsentWords } from "./vocabulary-outbox.ts";

const [one, other] = [getId(1) as UserId, getId(2) as UserId];

beforeEach(() => localStorage.clear());

test("words of another account on the device are not sent", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await saveWord(one, createWordId(), { word: "weir" })).toBe(false);
  await flushVocabulary(one);
  expect(unsentWords.getState()).toMatchObject([{ word: { word: "weir" } }]);

  const { calls } = stubCalls(reply(vocabularyContract.saveWord, { done: true }));
  await flushVocabulary(other);
  window.dispatchEvent(new Event("online"));
  await runSignOutTasks();
  expect(unsentWords.getState()).toEqual([]);
  expect(calls).toEqual([]);

  await flushVocabulary(one);
  expect(calls).toMatchObject([{ body: { word: "weir" } }]);
});
