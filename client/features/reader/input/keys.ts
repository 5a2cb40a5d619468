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
  | "readAloud"
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
  r: "readAloud",
};

/** The keys for the help dialog. */
export const shortcutKeys: readonly { readonly keys: readonly string[]; readonly command: ReaderCommand }[] =
  [
    { keys: ["→", "←"], command: "right" },
    { keys: ["Space", "Page Down", "↓"], command: "next" },
    { keys: ["Shift + Space", "Page Up", "↑"], command: "previous" },
    { keys: ["Home"], command: "start" },
    { keys: ["End"], command: "end" },
    { keys: ["T"], command: "contents" },
    { keys: ["/"], command: "search" },
    { keys: ["G"], command: "goTo" },
    { keys: ["S"], command: "settings" },
    { keys: ["["], command: "smaller" },
    { keys: ["]"], command: "larger" },
    { keys: ["D"], command: "theme" },
    { keys: ["B"], command: "back" },
    { keys: ["M"], command: "controls" },
    { keys: ["R"], command: "readAloud" },
    { keys: ["F"], command: "fullScreen" },
    { keys: ["Esc"], command: "dismiss" },
    { keys: ["?"], command: "help" },
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

export function getTurnDirection(command: "left" | "right", isRightToLeft: boolean): "next" | "previous" {
  return (command === "right") === isRightToLeft ? "previous" : "next";
}

/** Which zone of the page was tapped, with side zones of a relative width. */
export function getPageZone(x: number, width: number, side = 0.3): "left" | "middle" | "right" {
  const fraction = width ? x / width : 0.5;
  if (fraction < side) return "left";
  return fraction > 1 - side ? "right" : "middle";
}
