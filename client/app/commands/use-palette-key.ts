import { useEffect } from "react";
import { getAppOverlay, toggleOverlay } from "#client/lib/app-keys.ts";

/** Opens or closes the command palette; the key also works before `AppCommands` has loaded. */
export function usePaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || getAppOverlay(event) !== "palette") return;
      event.preventDefault();
      toggleOverlay("palette");
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
