import { type AppOverlay, isApple } from "./app-overlay.ts";
import { type KeyPress, normalizeKey } from "./keys.ts";

/** Keys that do the same on every screen; the list of shortcuts is made of it. */
export const appKeys = {
  "Mod+k": "palette",
  "?": "shortcuts",
} as const satisfies Readonly<Record<string, AppOverlay>>;

/** Null for other keys. */
export function getAppOverlay(press: KeyPress): AppOverlay | null {
  const isModified = isApple() ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  if (press.altKey || (!isModified && (press.ctrlKey || press.metaKey))) return null;
  if (isModified && press.shiftKey) return null;
  const overlays: Readonly<Record<string, AppOverlay>> = appKeys;
  return overlays[`${isModified ? "Mod+" : ""}${normalizeKey(press)}`] ?? null;
}
