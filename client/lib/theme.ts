import { createStoredPreference } from "./stored-preference.ts";

export const themes = ["system", "light", "dark", "sepia"] as const;
export type Theme = (typeof themes)[number];

/** The same name stands in `client/public/assets/first-paint-6.js`, which sets the theme before the first paint. */
const kept = createStoredPreference("theme", themes);
const systemDark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

/** The theme this browser was told to use. */
export const { chosen: chosenTheme, use: useTheme } = kept;

/** Shows the page in a theme, and keeps the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  paint(theme);
  kept.choose(theme);
}

/** Follows the system's change of light, and a choice made in another tab. */
export function followTheme(): () => void {
  const repaint = () => {
    paint(chosenTheme());
    kept.tell();
  };
  systemDark?.addEventListener("change", repaint);
  window.addEventListener("storage", repaint);
  return () => {
    systemDark?.removeEventListener("change", repaint);
    window.removeEventListener("storage", repaint);
  };
}

function paint(theme: Theme): void {
  const shown = theme === "system" ? (systemDark?.matches ? "dark" : "light") : theme;
  const { classList } = document.documentElement;
  for (const name of ["light", "dark", "sepia"]) classList.toggle(name, name === shown);
}
