import { type KeyPress, normalizeKey } from "#client/lib/keys.ts";

export type ReaderCommand =
  | "next"
  | "previous"
  | "left"
  | "right"
  | "lineDown"
  | "lineUp"
  | "start"
  | "end"
  | "contents"
  | "search"
  | "nextHit"
  | "previousHit"
  | "settings"
  | "goTo"
  | "help"
  | "fullScreen"
  | "smaller"
  | "larger"
  | "theme"
  | "back"
  | "controls"
  | "readAloud"
  | "bookmark"
  | "highlight"
  | "select"
  | "autoScroll"
  | "guide"
  | "dismiss";

/** Everything that a key does in the reader; the list of shortcuts is made of it. */
export const readerKeys = {
  ArrowRight: "right",
  ArrowLeft: "left",
  " ": "next",
  PageDown: "next",
  ArrowDown: "next",
  "Shift+ ": "previous",
  PageUp: "previous",
  ArrowUp: "previous",
  Home: "start",
  End: "end",
  t: "contents",
  "/": "search",
  n: "nextHit",
  F3: "nextHit",
  "Shift+n": "previousHit",
  "Shift+F3": "previousHit",
  g: "goTo",
  s: "settings",
  "[": "smaller",
  "]": "larger",
  d: "theme",
  Backspace: "back",
  b: "bookmark",
  h: "highlight",
  v: "select",
  m: "controls",
  r: "readAloud",
  a: "autoScroll",
  l: "guide",
  f: "fullScreen",
  Escape: "dismiss",
  "?": "help",
} as const satisfies Readonly<Record<string, ReaderCommand>>;

/** Null for other keys and those with Ctrl, Alt or Meta. */
export function getReaderCommand(
  press: KeyPress,
  { isScrolled }: { readonly isScrolled: boolean },
): ReaderCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const key = normalizeKey(press);
  if (isScrolled && key === "ArrowDown") return "lineDown";
  if (isScrolled && key === "ArrowUp") return "lineUp";
  const commands: Readonly<Record<string, ReaderCommand>> = readerKeys;
  return (press.shiftKey && commands[`Shift+${key}`]) || (commands[key] ?? null);
}

export function getTurnDirection(command: "left" | "right", isRightToLeft: boolean): "next" | "previous" {
  return (command === "right") === isRightToLeft ? "previous" : "next";
}

/** Which zone of the page was tapped, with side zones of a relative width. */
export function getPageZone(x: number, width: number, side = 0.3): "left" | "middle" | "right" {
  const fraction = width ? x / width : 0.5;
  if (fraction < side) return "left";
  return fraction > 1 - side ? "right" : "middle";
}
