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
  | "settings"
  | "goTo"
  | "help"
  | "fullScreen"
  | "smaller"
  | "larger"
  | "theme"
  | "back"
  | "controls"
  | "aloud"
  | "dismiss";

/** The properties of a keyboard event that matter. */
export interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const unmodifiedKeys: Readonly<Record<string, ReaderCommand>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  PageDown: "next",
  PageUp: "previous",
  Home: "start",
  End: "end",
  Escape: "dismiss",
  " ": "next",
  t: "contents",
  s: "settings",
  g: "goTo",
  f: "fullScreen",
  "/": "search",
  "?": "help",
  "[": "smaller",
  "]": "larger",
  d: "theme",
  b: "back",
  m: "controls",
  r: "aloud",
};

/** The keys for the help dialog. */
export const formatKeys: readonly { readonly keys: readonly string[]; readonly act: ReaderCommand }[] = [
  { keys: ["→", "←"], act: "right" },
  { keys: ["Space", "Page Down", "↓"], act: "next" },
  { keys: ["Shift + Space", "Page Up", "↑"], act: "previous" },
  { keys: ["Home"], act: "start" },
  { keys: ["End"], act: "end" },
  { keys: ["T"], act: "contents" },
  { keys: ["/"], act: "search" },
  { keys: ["G"], act: "goTo" },
  { keys: ["S"], act: "settings" },
  { keys: ["["], act: "smaller" },
  { keys: ["]"], act: "larger" },
  { keys: ["D"], act: "theme" },
  { keys: ["B"], act: "back" },
  { keys: ["M"], act: "controls" },
  { keys: ["R"], act: "aloud" },
  { keys: ["F"], act: "fullScreen" },
  { keys: ["Esc"], act: "dismiss" },
  { keys: ["?"], act: "help" },
];

/** Null for other keys and those with Ctrl, Alt or Meta. */
export function getReaderCommand(
  press: KeyPress,
  { isScrolled }: { readonly isScrolled: boolean },
): ReaderCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const key = normalizeKey(press);
  if (key === " " && press.shiftKey) return "previous";
  if (key === "ArrowDown") return isScrolled ? "lineDown" : "next";
  if (key === "ArrowUp") return isScrolled ? "lineUp" : "previous";
  return unmodifiedKeys[key] ?? null;
}

export function normalizeKey({ key, code = "" }: KeyPress): string {
  if (key.length > 1) return key;
  if (key.charCodeAt(0) < 128) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? otherKeys[code] ?? key;
}

const otherKeys: Readonly<Record<string, string>> = {
  Period: ".",
  Comma: ",",
  Slash: "/",
  BracketLeft: "[",
  BracketRight: "]",
};

export function getTurnDirection(act: "left" | "right", isRightToLeft: boolean): "next" | "previous" {
  return (act === "right") === isRightToLeft ? "previous" : "next";
}

/** Which zone of the page was tapped, with side zones of a relative width. */
export function getPageZone(x: number, width: number, side = 0.3): "left" | "middle" | "right" {
  const share = width ? x / width : 0.5;
  if (share < side) return "left";
  return share > 1 - side ? "right" : "middle";
}
