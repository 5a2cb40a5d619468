import { type PointerEvent, useRef, useState } from "react";

interface Drag {
  readonly from: number;
  readonly to: number;
  /** Pixels down from where the drag began. */
  readonly by: number;
  /** Pixels that the dragged row takes. */
  readonly height: number;
}

interface Row {
  readonly top: number;
  readonly height: number;
}

/** A shorter movement is a click. */
const minDragPx = 4;

/** Reorders the rows of a list by dragging a handle. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const started = useRef<{ readonly y: number; readonly rows: readonly Row[] } | null>(null);
  const hasDragged = useRef(false);
  const [drag, setDrag] = useState<Drag | null>(null);

  const end = () => {
    started.current = null;
    setDrag(null);
  };
  const getHandleProps = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      hasDragged.current = false;
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      started.current = { y: event.clientY, rows: measureRows(list.current) };
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (!started.current) return;
      const { y, rows } = started.current;
      const by = clientY - y;
      if (!drag && Math.abs(by) < minDragPx) return;
      hasDragged.current = true;
      setDrag({ from: index, to: findTarget(rows, index, by), by, height: rows[index]?.height ?? 0 });
    },
    onPointerUp: () => {
      if (drag && drag.from !== drag.to) onMove(drag.from, drag.to);
      end();
    },
    onPointerCancel: end,
    // A swipe down would close the player.
    onTouchStart: stopPropagation,
    onTouchEnd: stopPropagation,
    style: { touchAction: "none" },
  });
  return {
    list,
    getHandleProps,
    isDragged: (index: number) => drag?.from === index,
    /** Whether the last press on a handle was a drag. */
    hasDragged: () => hasDragged.current,
    getRowStyle: (index: number) => drag && { transform: `translateY(${getShift(drag, index)}px)` },
  };
}

const stopPropagation = (event: { readonly stopPropagation: () => void }) => event.stopPropagation();

function measureRows(list: HTMLElement | null): Row[] {
  return [...(list?.children ?? [])].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return { top, height };
  });
}

/** Where a row comes when its middle is over another row. */
export function findTarget(rows: readonly Row[], from: number, by: number): number {
  const dragged = rows[from];
  if (!dragged) return from;
  const middle = dragged.top + dragged.height / 2 + by;
  return rows.filter(({ top, height }, index) => index !== from && top + height / 2 < middle).length;
}

function getShift({ from, to, by, height }: Drag, index: number): number {
  if (index === from) return by;
  if (index > from && index <= to) return -height;
  return index < from && index >= to ? height : 0;
}
