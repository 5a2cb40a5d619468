import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { Palette } from "#client/features/reader/settings/layout.ts";
import type { AllReaderSettings } from "#client/features/reader/settings/settings.ts";
import { getChosenTheme, useTheme } from "#client/lib/theme.ts";

type DisplayedTheme = "light" | "dark" | "sepia";

export function usePageColors(theme: AllReaderSettings["theme"]): Palette {
  useTheme();
  const isDark = useSyncExternalStore(onSystemChange, () => matchSystemDark().matches);
  const requested = theme === "system" ? getChosenTheme() : theme;
  const displayedTheme = requested === "system" ? (isDark ? "dark" : "light") : requested;
  const [palette, setPalette] = useState(() => getPalette(displayedTheme));

  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    const previous = Array.from(classList);
    for (const name of ["light", "dark", "sepia"]) classList.toggle(name, name === displayedTheme);
    setPalette(getPalette(displayedTheme));
    return () => {
      for (const name of ["light", "dark", "sepia"]) classList.toggle(name, previous.includes(name));
    };
  }, [displayedTheme]);

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
