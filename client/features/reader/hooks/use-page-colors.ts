import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { Extras, Palette } from "#client/features/reader/settings/layout.ts";
import type { AllReaderSettings } from "#client/features/reader/settings/settings.ts";
import { getChosenTheme, useTheme } from "#client/lib/theme.ts";

type DisplayedTheme = "light" | "dark" | "sepia";

/** @param extras null until they are needed */
export function usePageColors(settings: AllReaderSettings, extras: Extras | null): Palette {
  const { theme } = settings;
  useTheme();
  const isDark = useSyncExternalStore(onSystemChange, () => matchSystemDark().matches);
  const requested = theme === "system" ? getChosenTheme() : theme;
  const isBlack = requested === "black";
  const displayedTheme = isBlack ? "dark" : requested === "system" ? (isDark ? "dark" : "light") : requested;
  const [palette, setPalette] = useState(() => getPalette(displayedTheme));

  useLayoutEffect(() => {
    const { classList, style } = document.documentElement;
    const own = extras?.getOwnColors(displayedTheme === "dark", settings) ?? {};
    const previous = Array.from(classList);
    for (const name of ["light", "dark", "sepia"]) classList.toggle(name, name === displayedTheme);
    for (const [name, color] of Object.entries(own)) style.setProperty(`--${name}`, color);
    setPalette(getPalette(displayedTheme));
    return () => {
      for (const name of Object.keys(own)) style.removeProperty(`--${name}`);
      for (const name of ["light", "dark", "sepia"]) classList.toggle(name, previous.includes(name));
    };
  }, [displayedTheme, settings, extras]);

  return palette;
}

function getPalette(displayedTheme: DisplayedTheme): Palette {
  const style = getComputedStyle(document.documentElement);
  const readColor = (name: string) => `rgb(${style.getPropertyValue(`--${name}`).trim() || "128 128 128"})`;
  return {
    paper: readColor("paper"),
    ink: readColor("ink"),
    link: readColor("primary"),
    line: readColor("line"),
    accent: readColor("accent"),
    isDark: displayedTheme === "dark",
  };
}

const matchSystemDark = () => matchMedia("(prefers-color-scheme: dark)");

function onSystemChange(listener: () => void): () => void {
  const query = matchSystemDark();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
