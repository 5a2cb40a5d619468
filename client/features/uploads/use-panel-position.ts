import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useState,
} from "react";

interface Offset {
  readonly x: number;
  readonly y: number;
}

const step = 24;
const margin = 8;

const moves: Readonly<Record<string, Offset>> = {
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
};

/** Moves a panel by its handle, with the pointer or the arrow keys, within the window. */
export function usePanelPosition(panel: RefObject<HTMLElement | null>) {
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 });
  const moveBy = ({ x, y }: Offset) => {
    const container = panel.current?.getBoundingClientRect();
    if (!container) return;
    setOffset((from) => ({
      x: from.x + clamp(x, margin - container.left, innerWidth - margin - container.right),
      y: from.y + clamp(y, margin - container.top, innerHeight - margin - container.bottom),
    }));
  };

  const reset = useCallback(() => setOffset({ x: 0, y: 0 }), []);
  useEffect(() => {
    addEventListener("resize", reset);
    return () => removeEventListener("resize", reset);
  }, [reset]);

  const handle = {
    onKeyDown(event: KeyboardEvent) {
      const move = moves[event.key];
      if (!move) return;
      event.preventDefault();
      moveBy(move);
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) {
        moveBy({ x: event.movementX, y: event.movementY });
      }
    },
  };
  return { offset, handle, reset };
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max));
