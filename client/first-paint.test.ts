import { readFileSync } from "node:fs";
import path from "node:path";
import { runInThisContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = document.documentElement;
const script = readFileSync(path.join(import.meta.dirname, "public/assets/first-paint-6.js"), "utf8");

beforeEach(() => localStorage.setItem("theme", "sepia"));

afterEach(() => {
  root.removeAttribute("class");
  root.removeAttribute("data-for-all");
  root.lang = "en";
});

test("sets the stored theme", () => {
  runInThisContext(script);

  expect(root).toHaveClass("sepia", { exact: true });
});

test("sets the language of the cookie only in the page that is cached for all users", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the script reads it.
  document.cookie = "language=ar; path=/";

  runInThisContext(script);
  expect(root.lang).toBe("en");
  root.dataset["forAll"] = "";
  runInThisContext(script);

  expect(root).toHaveAttribute("dir", "rtl");
  expect(root.lang).toBe("ar");
});
