import { type KeyPress, normalizeKey } from "./keys.ts";
import { Store } from "./store.ts";

export type AppOverlay = "palette" | "shortcuts";

/** Keys that do the same on every screen; the list of shortcuts is made of it. */
export const appKeys = {
  "Mod+k": "palette",
  "?": "shortcuts",
} as const satisfies Readonly<Record<string, AppOverlay>>;

/** Null while none is open. */
export const openOverlay = new Store<AppOverlay | null>(null);

export const toggleOverlay = (overlay: AppOverlay): void =>
  openOverlay.set(openOverlay.getState() === overlay ? null : overlay);

/** Whether the key for shortcuts is ⌘ instead of Ctrl. */
export const isApple = (): boolean => /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** Null for other keys. */
export function getAppOverlay(press: KeyPress): AppOverlay | null {
  const isModified = isApple() ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  if (press.altKey || (!isModified && (press.ctrlKey || press.metaKey))) return null;
  if (isModified && press.shiftKey) return null;
  const overlays: Readonly<Record<string, AppOverlay>> = appKeys;
  return overlays[`${isModified ? "Mod+" : ""}${normalizeKey(press)}`] ?? null;
}
