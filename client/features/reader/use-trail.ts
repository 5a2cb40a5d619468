import { useCallback, useRef, useState } from "react";
import type { ReaderEngine } from "./engine/engine.ts";
import type { Target } from "./engine/find-place.ts";
import type { Location } from "./engine/location.ts";

/** A place that was left by a jump. */
export interface LeftPlace {
  readonly fraction: number;
  readonly cfi: string;
}

export interface Trail {
  /** The place the last jump left; null once it was gone back to or dismissed. */
  readonly left: LeftPlace | null;
  /** Goes to a place and remembers the one it leaves. */
  readonly jump: (target: Target) => Promise<void>;
  readonly back: () => void;
  readonly dismiss: () => void;
}

/** Jumps within a book, and the way back from each. */
export function useTrail(engine: ReaderEngine | null): Trail {
  const trail = useRef<LeftPlace[]>([]);
  const [left, setLeft] = useState<LeftPlace | null>(null);

  const jump = useCallback(
    async (target: Target) => {
      const from = engine?.location;
      if (!(await engine?.goTo(target, "jump")) || !from || from.notice) return;
      if (!isElsewhere(from, engine?.location ?? null)) return;
      trail.current.push({ fraction: from.fraction, cfi: from.cfi });
      setLeft(trail.current.at(-1) ?? null);
    },
    [engine],
  );

  const back = useCallback(() => {
    const place = trail.current.pop();
    setLeft(trail.current.at(-1) ?? null);
    if (place) void engine?.goTo({ place: { cfi: place.cfi, fraction: place.fraction } }, "jump");
  }, [engine]);

  const dismiss = useCallback(() => setLeft(null), []);
  return { left, jump, back, dismiss };
}

function isElsewhere(from: Location, to: Location | null): boolean {
  return to !== null && to.cfi !== from.cfi;
}
