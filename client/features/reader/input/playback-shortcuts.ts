import { type KeyPress, normalizeKey } from "#client/lib/keys.ts";

export type ExtensionCommand = "toggle" | "playPage" | "nextSentence" | "previousSentence" | "followAgain";

/** Everything that a key does while the book is read aloud; the list of shortcuts is made of it. */
export const playbackKeys: Readonly<Record<string, ExtensionCommand>> = {
  k: "toggle",
  h: "playPage",
  ".": "nextSentence",
  ",": "previousSentence",
  l: "followAgain",
};

/** Null for keys that do not control playback. */
export function getExtensionCommand(press: KeyPress): ExtensionCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return null;
  return playbackKeys[normalizeKey(press)] ?? null;
}
