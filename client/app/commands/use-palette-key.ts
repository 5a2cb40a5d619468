import { useEffect } from "react";
import { isApple, toggleOverlay } from "#client/lib/app-overlay.ts";

/** Opens or closes the command palette; the key also works before `AppCommands` has loaded. */
export function usePaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPaletteKey(event)) return;
      event.preventDefault();
      toggleOverlay("palette");
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** As `getAppOverlay`, without its table, which loads later. On other keyboards the key is known by its code. */
const isPaletteKey = ({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  (key.toLowerCase() === "k" || (key > "~" && code === "KeyK")) &&
  !altKey &&
  !shiftKey &&
  ctrlKey !== metaKey &&
  metaKey === isApple();
