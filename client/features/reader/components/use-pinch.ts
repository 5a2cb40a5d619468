import { type PointerEvent, type RefObject, type TouchEvent, useRef } from "react";

interface PinchActions {
  /** @param at a point of the element, in pixels */
  readonly zoomBy: (factor: number, at: { readonly x: number; readonly y: number }) => void;
  readonly panBy: (x: number, y: number) => void;
}

type Point = Pick<PointerEvent, "clientX" | "clientY">;

/** Dragging with one pointer and pinching with two. */
export function usePinch(element: RefObject<HTMLElement | null>, { zoomBy, panBy }: PinchActions) {
  const pointers = useRef(new Map<number, Point>());
  const release = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  const onPointerMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const previous = pointers.current.get(pointerId);
    if (!previous) return;
    const moved = { clientX, clientY };
    pointers.current.set(pointerId, moved);
    const other = [...pointers.current].find(([id]) => id !== pointerId)?.[1];
    if (!other) return panBy(clientX - previous.clientX, clientY - previous.clientY);
    const { left = 0, top = 0 } = element.current?.getBoundingClientRect() ?? {};
    const at = { x: (clientX + other.clientX) / 2 - left, y: (clientY + other.clientY) / 2 - top };
    zoomBy(getDistance(moved, other) / Math.max(1, getDistance(previous, other)), at);
  };
  // A drag is not a swipe that closes the sheet.
  const keep = (event: TouchEvent) => event.stopPropagation();
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY });
    },
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
    onTouchStart: keep,
    onTouchEnd: keep,
  };
}

const getDistance = (a: Point, b: Point) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
