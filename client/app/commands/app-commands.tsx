import { Suspense, useEffect } from "react";
import { showRestoredPlayer } from "#client/features/player/loaded-book.ts";
import { isReadingScreen } from "#client/features/reader/index.ts";
import { getAppOverlay } from "#client/lib/app-keys.ts";
import { openOverlay, toggleOverlay } from "#client/lib/app-overlay.ts";
import { commandSources } from "#client/lib/commands.ts";
import { loadInAllLanguages, loadMessages } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const loadPalette = async () => {
  const [module] = await Promise.all([
    import("./command-palette.tsx"),
    loadMessages("palette", "shortcuts", "shell", "common"),
    // Screens and actions are found in both languages; offline one may be missing.
    loadInAllLanguages("palette", "shell", "common").catch(() => {}),
  ]);
  return module.CommandPalette;
};
const CommandPalette = lazyOverlay(loadPalette);
const ShortcutsDialog = lazyOverlay(async () => {
  const [module] = await Promise.all([import("./shortcuts-dialog.tsx"), loadMessages("shortcuts")]);
  return module.ShortcutsDialog;
});

const typingSelector = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";

/** The command palette and the list of shortcuts, on every screen. */
export function AppCommands() {
  const open = useStore(openOverlay);
  const hasBook = useStore(commandSources).length > 0;
  useEffect(() => {
    // An open book can be read offline, and its chapters found.
    if (hasBook) void loadPalette().catch(() => {});
  }, [hasBook]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || getAppOverlay(event) !== "shortcuts" || !isFree(event.target)) return;
      event.preventDefault();
      toggleOverlay("shortcuts");
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  // Here, because this is loaded after the first page on every screen.
  useEffect(showRestoredPlayer, []);
  const close = () => openOverlay.set(null);
  return (
    <Suspense>
      {open === "palette" && <CommandPalette onClose={close} />}
      {open === "shortcuts" && <ShortcutsDialog onClose={close} />}
    </Suspense>
  );
}

/** A plain key belongs to a text field, a dialog or the reader, which has a list of its own. */
function isFree(target: EventTarget | null): boolean {
  const isTyping = target instanceof Element && target.closest(typingSelector) !== null;
  return !isTyping && !isReadingScreen(location.pathname) && !document.querySelector("[role=dialog]");
}
