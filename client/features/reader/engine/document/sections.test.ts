import type { Section } from "foliate-js/epub.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SpineItem } from "#shared/reader/contract.ts";
import { EntryError } from "./entries.ts";
import { openSection } from "./sections.ts";

const pages: Blob[] = [];
beforeEach(() => {
  pages.length = 0;
  const createObjectURL = (page: Blob) => `blob:${pages.push(page)}`;
  vi.stubGlobal("URL", { createObjectURL, revokeObjectURL: () => {} });
});
afterEach(() => vi.unstubAllGlobals());

const makeSpineItem = (more: Partial<SpineItem> = {}) =>
  ({
    path: "c1.xhtml",
    wordCount: 1,
    sentenceCount: 1,
    isLinear: true,
    isMissing: false,
    isLocked: false,
    ...more,
  }) as SpineItem;
const createFailingSection = (status: number) =>
  ({ load: () => Promise.reject(new EntryError("c1.xhtml", status)) }) as unknown as Section;

test.each([
  ["gone", 404],
  ["gone", 410],
  ["locked", 403],
  ["failed", 503],
  ["failed", 0],
])("an existing document is %s when the server replies %i", async (notice, status) => {
  const section = openSection(makeSpineItem(), createFailingSection(status), {
    isLinear: true,
    isFixed: false,
  });
  await section.load();

  expect(section.notice).toBe(notice);
});

test("a section that is not in the file is missing", async () => {
  const section = openSection(makeSpineItem({ isMissing: true }), null, { isLinear: true, isFixed: false });
  await section.load();

  expect(section.notice).toBe("missing");
});

test("a section that is too large is not called incomplete", async () => {
  const options = { isLinear: true, isFixed: false, isTooLarge: true };
  await openSection(makeSpineItem({ isMissing: true }), null, options).load();

  expect(await pages[0]?.text()).toContain("It is too large or too complex.");
});

test("a section is waited for as long as its files load", async () => {
  vi.useFakeTimers();
  const load = () => new Promise((resolve) => setTimeout(() => resolve("blob:c1"), 90_000));
  const section = openSection(makeSpineItem(), { load } as unknown as Section, {
    isLinear: true,
    isFixed: false,
  });

  const loaded = section.load();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(section.isLoading).toBe(true);
  await vi.advanceTimersByTimeAsync(30_000);

  expect(await loaded).toBe("blob:c1");
  expect(section).toMatchObject({ notice: null, isLoading: false });
  vi.useRealTimers();
});
