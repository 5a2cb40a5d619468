import { useCallback, useRef, useState } from "react";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";

export interface PositionBeforeJump {
  readonly fraction: number;
  readonly cfi: string;
}

export interface JumpHistory {
  /** Null after going back or dismissing. */
  readonly origin: PositionBeforeJump | null;
  readonly jump: (target: Target) => Promise<void>;
  readonly back: () => void;
  readonly dismiss: () => void;
  /** Called after a page turn: the offer to go back disappears. */
  readonly readOn: () => void;
}

/** Jumps within a book that can each be undone. */
export function useJumpHistory(engine: ReaderEngine | null): JumpHistory {
  const history = useRef<PositionBeforeJump[]>([]);
  const [origin, setOrigin] = useState<PositionBeforeJump | null>(null);

  const jump = useCallback(
    async (target: Target) => {
      const from = engine?.location;
      if (!(await engine?.goTo(target, "jump")) || !from || from.notice) return;
      if (!hasMoved(from, engine?.location ?? null)) return;
      history.current.push({ fraction: from.fraction, cfi: from.cfi });
      setOrigin(history.current.at(-1) ?? null);
    },
    [engine],
  );

  const back = useCallback(() => {
    const previous = history.current.pop();
    setOrigin(history.current.at(-1) ?? null);
    if (previous) void engine?.goTo({ locator: { cfi: previous.cfi, fraction: previous.fraction } }, "jump");
  }, [engine]);

  const dismiss = useCallback(() => setOrigin(null), []);
  return { origin, jump, back, dismiss, readOn: dismiss };
}

function hasMoved(from: Location, to: Location | null): boolean {
  return to !== null && to.cfi !== from.cfi;
}
