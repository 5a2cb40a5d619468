import { isReadingScreen } from "#client/features/reader/index.ts";
import { getReadingDirection } from "#client/lib/i18n/reading-direction.ts";
import type { PlayerEngine } from "./engine/player-engine.ts";
import { getPlayerKeys, type PlayerCommand } from "./player-keys.ts";
import type { BookSettings } from "./settings/book-settings.ts";
import { clampRate } from "./settings/settings.ts";
import type { SettingsStore } from "./settings/settings-store.ts";

/** Marks the player's own elements, where the shortcuts always work. */
export const playerAttribute = "data-player";

const textInputSelector =
  "input:not([type=range]), textarea, select, [contenteditable], [role=textbox], [role=combobox]";
const clickableSelector =
  "button, a[href], summary, [role=button], [role=menuitem], [role=option], [role=tab]";
const controlSelector =
  "input[type=range], [role=slider], [role=menu], [role=listbox], [role=radiogroup], [role=tablist]";

const rateStep = 0.1;

interface KeyTarget {
  readonly engine: PlayerEngine;
  readonly settings: SettingsStore;
  readonly bookSettings: BookSettings;
}

/**
 * Enables the keyboard shortcuts while the player is visible.
 *
 * @returns a function that disables them
 */
export function listenToKeys(player: KeyTarget): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (player.engine.getState().displayMode === "closed" || !isForPlayer(event)) return;
    const command = getCommand(event, player);
    if (!command) return;
    event.preventDefault();
    command();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

function isForPlayer(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(textInputSelector)) return false;
  const isInPlayer = target.closest(`[${playerAttribute}]`) !== null;
  if (!isInPlayer && (isReadingScreen(location.pathname) || document.querySelector("[role=dialog]"))) {
    return false;
  }
  if (event.key === " ") return !target.closest(clickableSelector);
  if (event.key.startsWith("Arrow")) return !target.closest(controlSelector);
  return true;
}

function getCommand({ key, shiftKey }: KeyboardEvent, player: KeyTarget): (() => void) | undefined {
  const keys = getPlayerKeys(getReadingDirection());
  const name = key.length === 1 ? key.toLowerCase() : key;
  const command = (shiftKey && keys[`Shift+${name}`]) || keys[name];
  return command && createCommands(player)[command];
}

function createCommands({
  engine,
  settings,
  bookSettings,
}: KeyTarget): Readonly<Record<PlayerCommand, () => void>> {
  const { skipBack, skipForward } = settings.getState();
  const changeRate = (delta: number) =>
    bookSettings.update({ rate: clampRate(engine.getState().rate + delta) });
  return {
    toggle: engine.toggle,
    skipBack: () => engine.skip(-skipBack),
    skipForward: () => engine.skip(skipForward),
    previous: engine.previous,
    next: engine.next,
    mute: engine.toggleMute,
    slower: () => changeRate(-rateStep),
    faster: () => changeRate(rateStep),
  };
}
