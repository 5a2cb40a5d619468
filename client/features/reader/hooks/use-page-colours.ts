import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { Palette } from "#client/features/reader/settings/layout.ts";
import type { AllReaderSettings } from "#client/features/reader/settings/settings.ts";
import { chosenTheme, useTheme } from "#client/lib/theme.ts";

type Shown = "light" | "dark" | "sepia";

export function usePageColors(theme: AllReaderSettings["theme"]): Palette {
  useTheme();
  const isDark = useSyncExternalStore(onSystemChange, () => systemDark().matches);
  const requested = theme === "system" ? chosenTheme() : theme;
  const shown = requested === "system" ? (isDark ? "dark" : "light") : requested;
  const [palette, setPalette] = useState(() => getPalette(shown));

  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    const before = Array.from(classList);
    for (const name of ["light", "dark", "sepia"]) classList.toggle(name, name === shown);
    setPalette(getPalette(shown));
    return () => {
      for (const name of ["light", "dark", "sepia"]) classList.toggle(name, before.includes(name));
    };
  }, [shown]);

  return palette;
}

function getPalette(shown: Shown): Palette {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => `rgb(${style.getPropertyValue(`--${name}`).trim() || "128 128 128"})`;
  return {
    paper: colour("paper"),
    ink: colour("ink"),
    link: colour("primary"),
    line: colour("line"),
    accent: colour("accent"),
    isDark: shown === "dark",
  };
}

const systemDark = () => matchMedia("(prefers-color-scheme: dark)");

function onSystemChange(listener: () => void): () => void {
  const query = systemDark();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
