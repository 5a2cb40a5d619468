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

configure({ asyncUtilTimeout: 15_000 });

// jsdom has no IntersectionObserver and ResizeObserver.
class Watcher {
  observe() {}
  unobserve() {}
  disconnect() {}
}

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
