import { type KeyPress, queryKeyOf } from "./keys.ts";

/** What a key does besides while the text is heard as well. */
export type ExtensionCommand = "toggle" | "hearPage" | "nextSentence" | "previousSentence" | "followAgain";

const accompanying: Readonly<Record<string, ExtensionCommand>> = {
  k: "toggle",
  h: "hearPage",
  ".": "nextSentence",
  ",": "previousSentence",
  l: "followAgain",
};

/** The keys that are there besides while the text is heard as well. */
export const playbackShortcuts: readonly {
  readonly keys: readonly string[];
  readonly act: ExtensionCommand;
}[] = Object.entries(accompanying).map(([key, act]) => ({ keys: [key.toUpperCase()], act }));

/** What a key press asks for while the text is heard as well; null for one that is not for that. */
export function getExtensionCommand(press: KeyPress): ExtensionCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return null;
  return accompanying[queryKeyOf(press)] ?? null;
}
