import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

export { findSurroundingSentence } from "./find-surrounding-sentence.ts";

/** The entries of a selected word in all dictionaries. Inside `<Suspense>`. */
export const LookUpPanel = lazyOverlay(async () => {
  const [{ LookUpPanel: Panel }] = await Promise.all([
    import("./panel/look-up-panel.tsx"),
    loadMessages("dictionary"),
  ]);
  return Panel;
});

/** A longer selection is no word to look up. */
export const canLookUp = (selected: string): boolean =>
  /[\p{L}\p{N}]/u.test(selected) && selected.length <= 80 && selected.trim().split(/\s+/).length <= 5;
