/** The properties of a keyboard event that matter. */
export interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The key in Latin letters, also on Arabic and other keyboards. */
export function normalizeKey({ key, code = "" }: KeyPress): string {
  if (key.length > 1) return key;
  if (key === "؟") return "?";
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
