import { expect, test } from "vitest";
import { getAppOverlay } from "./app-keys.ts";

const press = (key: string, more = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test.each([
  ["Ctrl+K", press("k", { ctrlKey: true }), "palette"],
  ["Ctrl+K with Caps Lock", press("K", { ctrlKey: true }), "palette"],
  ["Ctrl+K on an Arabic keyboard", press("ن", { code: "KeyK", ctrlKey: true }), "palette"],
  ["?", press("?", { shiftKey: true }), "shortcuts"],
  ["the Arabic ؟", press("؟", { code: "Slash", shiftKey: true }), "shortcuts"],
  ["K", press("k"), null],
  ["Ctrl+Shift+K", press("K", { ctrlKey: true, shiftKey: true }), null],
  ["Ctrl+Alt+K", press("k", { ctrlKey: true, altKey: true }), null],
  ["⌘K outside of macOS", press("k", { metaKey: true }), null],
  ["Ctrl+?", press("?", { ctrlKey: true, shiftKey: true }), null],
])("%s", (_, pressed, overlay) => {
  expect(getAppOverlay(pressed)).toBe(overlay);
});
