import { expect, test } from "vitest";
import { sanitizeFiles } from "./sanitize-files.ts";

const xhtml = "application/xhtml+xml";

/** Sanitizes one file of an EPUB. */
function sanitizeFile(data: unknown, type: string, name = "a.xhtml") {
  const target = new EventTarget();
  sanitizeFiles(target, new Set([name]), new Set(), new Map());
  const file = { data, type, name };
  target.dispatchEvent(new CustomEvent("data", { detail: file }));
  return file;
}

test("a document without a body gets one", async () => {
  const { data, type } = sanitizeFile('<html xmlns="http://www.w3.org/1999/xhtml"><head/></html>', xhtml);

  expect(await data).toContain("<body");
  expect(await type).toBe(xhtml);
});

test("an image in the spine becomes a document", async () => {
  const { data, type } = sanitizeFile('<svg xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml", "a.svg");

  expect(await data).toContain("mk-picture");
  expect(await type).toBe(xhtml);
});

test("a missing file fails once with its reason", async () => {
  const { data, type } = sanitizeFile(Promise.reject(new Error("gone")), xhtml);

  await expect(data).rejects.toThrow("gone");
  expect(await type).toBe(xhtml);
});
