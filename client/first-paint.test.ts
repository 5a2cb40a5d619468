import { readFileSync } from "node:fs";
import path from "node:path";
import { runInThisContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";

const root = document.documentElement;
const script = readFileSync(path.join(import.meta.dirname, "public/assets/first-paint-4.js"), "utf8");

afterEach(() => {
  root.removeAttribute("class");
  document.getElementById("app")?.remove();
});

test("sets the theme at once; the app and the faces of the other script come after the first paint", async () => {
  localStorage.setItem("theme", "sepia");
  const app = Object.assign(document.createElement("template"), { id: "app" });
  app.innerHTML = '<meta name="came" content="after">';
  document.head.append(app);
  const came = () => document.head.querySelector(":scope > meta[name=came]");

  runInThisContext(script);
  expect(root).toHaveClass("sepia", { exact: true });
  window.dispatchEvent(new Event("DOMContentLoaded"));
  expect(came()).toBeNull();
  expect(root).not.toHaveClass("painted");

  await vi.waitFor(() => expect(root).toHaveClass("sepia", "painted"));
  expect(came()).not.toBeNull();
  came()?.remove();
});
