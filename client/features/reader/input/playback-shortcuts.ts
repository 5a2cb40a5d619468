import { type KeyPress, normalizeKey } from "./keys.ts";

export type ExtensionCommand = "toggle" | "playPage" | "nextSentence" | "previousSentence" | "followAgain";

const shortcuts: Readonly<Record<string, ExtensionCommand>> = {
  k: "toggle",
  h: "playPage",
  ".": "nextSentence",
  ",": "previousSentence",
  l: "followAgain",
};

export const playbackShortcuts: readonly {
  readonly keys: readonly string[];
  readonly command: ExtensionCommand;
}[] = Object.entries(shortcuts).map(([key, command]) => ({ keys: [key.toUpperCase()], command }));

/** Null for keys that do not control playback. */
export function getExtensionCommand(press: KeyPress): ExtensionCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return null;
  return shortcuts[normalizeKey(press)] ?? null;
}
