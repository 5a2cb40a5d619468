import { readFileSync } from "node:fs";
import path from "node:path";
import { runInThisContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";

const root = document.documentElement;
const written = readFileSync(path.join(import.meta.dirname, "public/assets/first-paint-5.js"), "utf8");
const runFirstPaint = () => runInThisContext(written);

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

  runFirstPaint();
  expect(root).toHaveClass("sepia", { exact: true });
  window.dispatchEvent(new Event("DOMContentLoaded"));
  expect(came()).toBeNull();
  expect(root).not.toHaveClass("painted");

  await vi.waitFor(() => expect(root).toHaveClass("sepia", "painted"));
  expect(came()).not.toBeNull();
  came()?.remove();
});

test("one script of the app comes after the other has run", async () => {
  const app = Object.assign(document.createElement("template"), { id: "app" });
  app.innerHTML =
    '<script type="module" src="/first.js"></script><script type="module" src="/second.js"></script>';
  document.head.append(app);
  localStorage.setItem("theme", "light");
  const script = (name: string) => document.head.querySelector(`:scope > script[src="/${name}.js"]`);

  runFirstPaint();
  window.dispatchEvent(new Event("DOMContentLoaded"));
  await vi.waitFor(() => expect(script("first")).not.toBeNull());
  expect(script("second")).toBeNull();

  script("first")?.dispatchEvent(new Event("load"));
  expect(script("second")).not.toBeNull();
  for (const name of ["first", "second"]) script(name)?.remove();
});
