import { type KeyPress, normalizeKey } from "./keys.ts";

export type ExtensionCommand = "toggle" | "hearPage" | "nextSentence" | "previousSentence" | "followAgain";

const shortcuts: Readonly<Record<string, ExtensionCommand>> = {
  k: "toggle",
  h: "hearPage",
  ".": "nextSentence",
  ",": "previousSentence",
  l: "followAgain",
};

export const playbackShortcuts: readonly {
  readonly keys: readonly string[];
  readonly act: ExtensionCommand;
}[] = Object.entries(shortcuts).map(([key, act]) => ({ keys: [key.toUpperCase()], act }));

/** Null for keys that do not control playback. */
export function getExtensionCommand(press: KeyPress): ExtensionCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return null;
  return shortcuts[normalizeKey(press)] ?? null;
}
