import { Store } from "./store.ts";

export type AppOverlay = "palette" | "shortcuts";

/** Null while none is open. */
export const openOverlay = new Store<AppOverlay | null>(null);

export const toggleOverlay = (overlay: AppOverlay): void =>
  openOverlay.set(openOverlay.getState() === overlay ? null : overlay);

/** Whether the key for shortcuts is ⌘ instead of Ctrl. */
export const isApple = (): boolean => /Mac|iP(?:hone|ad|od)/.test(navigator.platform);
