import { createStoredPreference } from "./stored-preference.ts";

export const themes = ["system", "light", "dark", "sepia"] as const;
export type Theme = (typeof themes)[number];

/** Also used by `client/public/assets/first-paint-6.js`, which sets the theme before the first paint. */
const storedPreference = createStoredPreference("theme", themes);
const systemDark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

export const { get: getChosenTheme, use: useTheme } = storedPreference;

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  storedPreference.set(theme);
}

export function followTheme(): () => void {
  const update = () => {
    applyTheme(getChosenTheme());
    storedPreference.notify();
  };
  systemDark?.addEventListener("change", update);
  window.addEventListener("storage", update);
  return () => {
    systemDark?.removeEventListener("change", update);
    window.removeEventListener("storage", update);
  };
}

function applyTheme(theme: Theme): void {
  const displayedTheme = theme === "system" ? (systemDark?.matches ? "dark" : "light") : theme;
  const { classList } = document.documentElement;
  for (const name of ["light", "dark", "sepia"]) classList.toggle(name, name === displayedTheme);
}
