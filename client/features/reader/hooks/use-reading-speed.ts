import { useCallback, useRef, useState } from "react";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import type { Cause } from "#client/features/reader/engine/position/relocate-reason.ts";
import { defaultReadingSpeed, updateReadingSpeed } from "#client/features/reader/progress.ts";

const storageKey = "reading-speed";

export function useReadingSpeed(): {
  readonly readingSpeed: number;
  readonly onMove: (to: Location, cause: Cause) => void;
} {
  const [readingSpeed, setReadingSpeed] = useState(readReadingSpeed);
  const page = useRef<{ readonly from: Location; readonly at: number } | null>(null);

  const onMove = useCallback((to: Location, cause: Cause) => {
    const now = performance.now();
    const previous = page.current;
    if (cause === "turn" && previous && to.fraction > previous.from.fraction && !previous.from.notice) {
      setReadingSpeed((current) =>
        saveReadingSpeed(updateReadingSpeed(current, previous.from.wordsOnPage, (now - previous.at) / 1000)),
      );
    }
    page.current = { from: to, at: now };
  }, []);

  return { readingSpeed, onMove };
}

function readReadingSpeed(): number {
  try {
    const stored = Number(localStorage.getItem(storageKey));
    return stored >= 60 && stored <= 800 ? stored : defaultReadingSpeed;
  } catch {
    return defaultReadingSpeed;
  }
}

function saveReadingSpeed(readingSpeed: number): number {
  try {
    localStorage.setItem(storageKey, String(readingSpeed));
  } catch {}
  return readingSpeed;
}
