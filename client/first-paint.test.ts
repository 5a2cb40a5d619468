import { readFileSync } from "node:fs";
import path from "node:path";
import { runInThisContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";

const root = document.documentElement;
const script = readFileSync(path.join(import.meta.dirname, "public/assets/first-paint-6.js"), "utf8");

afterEach(() => {
  root.removeAttribute("class");
});

test("sets the theme at once, and the mark for later fonts after the first paint", async () => {
  localStorage.setItem("theme", "sepia");

  runInThisContext(script);
  expect(root).toHaveClass("sepia", { exact: true });
  window.dispatchEvent(new Event("DOMContentLoaded"));
  expect(root).not.toHaveClass("painted");

  await vi.waitFor(() => expect(root).toHaveClass("sepia", "painted"));
});
