import type { Section } from "foliate-js/epub.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SpineItem } from "#shared/reader/contract.ts";
import { EntryError } from "./entries.ts";
import { openSection } from "./sections.ts";

beforeEach(() => {
  vi.stubGlobal("URL", { createObjectURL: () => "blob:message", revokeObjectURL: () => {} });
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
