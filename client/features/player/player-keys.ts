export type PlayerCommand =
  | "toggle"
  | "skipBack"
  | "skipForward"
  | "previous"
  | "next"
  | "mute"
  | "slower"
  | "faster";

/**
 * Everything that a key does while the player is visible; the list of shortcuts is made of it. Arrow keys follow the
 * direction of the interface.
 */
export function getPlayerKeys(direction: "ltr" | "rtl"): Readonly<Record<string, PlayerCommand>> {
  const [back, forward] = direction === "rtl" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  return {
    " ": "toggle",
    k: "toggle",
    [back]: "skipBack",
    [forward]: "skipForward",
    [`Shift+${back}`]: "previous",
    [`Shift+${forward}`]: "next",
    m: "mute",
    "<": "slower",
    ">": "faster",
  };
}
