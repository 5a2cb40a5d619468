import { isReadingScreen } from "#client/features/reader/index.ts";
import { getReadingDirection } from "#client/lib/i18n/reading-direction.ts";
import type { PlayerEngine } from "./engine/player-engine.ts";
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

/**
 * Enables the keyboard shortcuts while the player is visible.
 *
 * @returns a function that disables them
 */
export function listenToKeys(engine: PlayerEngine, settings: SettingsStore): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (engine.getState().displayMode === "closed" || !isForPlayer(event)) return;
    const command = getCommand(event, engine, settings);
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

/** Arrow keys follow the direction of the interface. */
const getForwardKey = () => (getReadingDirection() === "rtl" ? "ArrowLeft" : "ArrowRight");
const getBackKey = () => (getReadingDirection() === "rtl" ? "ArrowRight" : "ArrowLeft");

function getCommand(
  { key, shiftKey }: KeyboardEvent,
  engine: PlayerEngine,
  settings: SettingsStore,
): (() => void) | undefined {
  const { skipBack, skipForward } = settings.getState();
  const changeRate = (delta: number) =>
    settings.update({ rate: clampRate(settings.getState().rate + delta) });
  switch (key) {
    case " ":
    case "k":
    case "K":
      return engine.toggle;
    case getBackKey():
      return shiftKey ? engine.previous : () => engine.skip(-skipBack);
    case getForwardKey():
      return shiftKey ? engine.next : () => engine.skip(skipForward);
    case "m":
    case "M":
      return engine.toggleMute;
    case "<":
      return () => changeRate(-rateStep);
    case ">":
      return () => changeRate(rateStep);
    default:
      return undefined;
  }
}
