import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { loadWords } from "#client/lib/words.ts";

await loadWords(
  "common",
  "ui",
  "shell",
  "auth",
  "book",
  "browse",
  "home",
  "library",
  "player",
  "profile",
  "reader",
  "settings",
);

// What jsdom has not: nothing is ever in view, and nothing changes its size.
class Watcher {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal("IntersectionObserver", Watcher);
vi.stubGlobal("ResizeObserver", Watcher);
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
