import { GripVertical } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from "react";
import { IconButton } from "./forms/icon-button.tsx";

interface DragHandleProps {
  readonly label: string;
  readonly index: number;
  readonly count: number;
  /** Moves the row to another place of its list. */
  readonly onMove: (to: number) => void;
}

interface Drag {
  readonly startY: number;
  readonly row: HTMLElement;
  /** The middle of each row before the drag. */
  readonly middles: readonly number[];
}

/** Moves the `<li>` around it by dragging, and by the arrow keys, Home and End. */
export function DragHandle({ label, index, count, onMove }: DragHandleProps) {
  const drag = useRef<Drag | null>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const isKeyboardMove = useRef(false);
  // React may move the focused row in the document, which takes the focus from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each move.
  useLayoutEffect(() => {
    if (isKeyboardMove.current) handle.current?.focus();
    isKeyboardMove.current = false;
  }, [index]);

  const moveTo = (to: number) => {
    const target = Math.max(0, Math.min(count - 1, to));
    if (target !== index) onMove(target);
    return target !== index;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number>> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    isKeyboardMove.current = moveTo(target);
  };
  const start = (event: PointerEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest("li");
    if (!row?.parentElement || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const middles = Array.from(row.parentElement.children, (each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return (top + bottom) / 2 + window.scrollY;
    });
    drag.current = { startY: event.clientY + window.scrollY, row, middles };
  };
  const follow = ({ clientY }: PointerEvent) => {
    if (!drag.current) return;
    const { startY, row } = drag.current;
    row.style.transform = `translateY(${clientY + window.scrollY - startY}px)`;
    row.style.position = "relative";
    row.style.zIndex = "1";
  };
  const end = () => {
    if (drag.current) drag.current.row.removeAttribute("style");
    drag.current = null;
  };
  const drop = ({ clientY }: PointerEvent) => {
    if (!drag.current) return;
    const { startY, middles } = drag.current;
    const middle = (middles[index] ?? 0) + clientY + window.scrollY - startY;
    end();
    moveTo(middles.filter((each, n) => n !== index && each < middle).length);
  };
  return (
    <IconButton
      ref={handle}
      label={label}
      icon={<GripVertical aria-hidden />}
      className="cursor-grab"
      style={{ touchAction: "none" }}
      onKeyDown={onKeyDown}
      onPointerDown={start}
      onPointerMove={follow}
      onPointerUp={drop}
      onPointerCancel={end}
    />
  );
}
