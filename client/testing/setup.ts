import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { watchLeftovers } from "./cleanup.ts";

await loadMessages(
  "common",
  "ui",
  "notifications",
  "notificationTexts",
  "reason",
  "shell",
  "admin",
  "athan",
  "auth",
  "authorApplication",
  "book",
  "browse",
  "prayerAlert",
  "prayerAlertSettings",
  "push",
  "challenge",
  "community",
  "home",
  "landing",
  "library",
  "readerPanels",
  "bookLists",
  "player",
  "prayer",
  "goals",
  "shelfImport",
  "readingActivity",
  "profiles",
  "reader",
  "readingSettings",
  "settings",
  "aiNarration",
  "textToSpeech",
  "readAlong",
  "alignment",
);

configure({ asyncUtilTimeout: 15_000 });

// jsdom has no IntersectionObserver and ResizeObserver.
class FakeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

if (typeof window !== "undefined") {
  afterAll(watchLeftovers());
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  vi.stubGlobal("ResizeObserver", FakeObserver);
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView ??= () => undefined;
  Element.prototype.scrollBy ??= () => undefined;
  Element.prototype.hasPointerCapture ??= () => false;

  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
}
