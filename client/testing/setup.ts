import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { watchLeftovers } from "./cleanup.ts";

await loadMessages(
  "common",
  "ui",
  "notify",
  "shell",
  "admin",
  "athan",
  "auth",
  "authors",
  "book",
  "browse",
  "call",
  "calls",
  "push",
  "challenge",
  "home",
  "landing",
  "library",
  "lists",
  "player",
  "prayer",
  "goals",
  "imports",
  "ledger",
  "profile",
  "profiles",
  "reader",
  "settings",
  "narration",
  "speech",
  "step",
  "sync",
);

// Menus and panels come with the first press, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// What jsdom has not: nothing is ever in view, and nothing changes its size.
class Watcher {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// What is drawn on the server has no browser at all.
if (typeof window !== "undefined") {
  afterAll(watchLeftovers());
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
}
