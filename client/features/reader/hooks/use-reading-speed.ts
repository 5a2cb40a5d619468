import { useCallback, useRef, useState } from "react";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import type { Cause } from "#client/features/reader/engine/position/relocate-reason.ts";
import { defaultReadingSpeed, updatePace } from "#client/features/reader/progress.ts";

const storedAs = "reader-pace";

export function useReadingSpeed(): {
  readonly pace: number;
  readonly onMove: (to: Location, cause: Cause) => void;
} {
  const [pace, setPace] = useState(readPace);
  const page = useRef<{ readonly from: Location; readonly at: number } | null>(null);

  const onMove = useCallback((to: Location, cause: Cause) => {
    const now = performance.now();
    const before = page.current;
    if (cause === "turn" && before && to.fraction > before.from.fraction && !before.from.notice) {
      setPace((current) => savePace(updatePace(current, before.from.wordsOnPage, (now - before.at) / 1000)));
    }
    page.current = { from: to, at: now };
  }, []);

  return { pace, onMove };
}

function readPace(): number {
  try {
    const stored = Number(localStorage.getItem(storedAs));
    return stored >= 60 && stored <= 800 ? stored : defaultReadingSpeed;
  } catch {
    return defaultReadingSpeed;
  }
}

function savePace(pace: number): number {
  try {
    localStorage.setItem(storedAs, String(pace));
  } catch {}
  return pace;
}
