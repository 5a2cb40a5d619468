export type Swipe = "left" | "right" | "up" | "down";

interface SwipeListener {
  readonly onSwipe: (direction: Swipe) => void;
}

const minSwipePixels = 40;

export function listenForSwipes(target: EventTarget, { onSwipe }: SwipeListener): void {
  let from: Touch | null = null;

  target.addEventListener(
    "touchstart",
    (event) => {
      const { touches } = event as TouchEvent;
      from = touches.length === 1 && !isZoomed() ? (touches[0] ?? null) : null;
    },
    { passive: true },
  );
  target.addEventListener("touchend", (event) => {
    const [to] = (event as TouchEvent).changedTouches;
    if (!from || !to) return;
    const [dx, dy] = [to.screenX - from.screenX, to.screenY - from.screenY];
    from = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < minSwipePixels) return;
    if (Math.abs(dx) > Math.abs(dy)) onSwipe(dx < 0 ? "left" : "right");
    else onSwipe(dy < 0 ? "up" : "down");
  });
}

export function preventScroll(target: EventTarget): void {
  const preventScroll = (event: Event) => {
    if ((event as TouchEvent).touches.length === 1 && event.cancelable && !isZoomed()) event.preventDefault();
  };
  target.addEventListener("touchmove", preventScroll, { passive: false });
}

const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1;
