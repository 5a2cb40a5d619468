import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark", "sepia"] as const;
export type Theme = (typeof themes)[number];

/** The same name stands in `client/public/assets/first-paint-1.js`, which sets the theme before the first paint. */
const storedAs = "theme";
const listeners = new Set<() => void>();
const systemDark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

/** The theme this browser was told to use. */
export function chosenTheme(): Theme {
  const stored = read();
  return themes.find((theme) => theme === stored) ?? "system";
}

/** Shows the page in a theme, and keeps the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(storedAs, theme);
  } catch {
    // A browser that keeps nothing still shows it until the page closes.
  }
  paint(theme);
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(listen, chosenTheme);
}

/** Follows the system's change of light, and a choice made in another tab. */
export function followTheme(): () => void {
  const repaint = () => {
    paint(chosenTheme());
    for (const listener of listeners) listener();
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

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): string | null {
  try {
    return localStorage.getItem(storedAs);
  } catch {
    return null;
  }
}
