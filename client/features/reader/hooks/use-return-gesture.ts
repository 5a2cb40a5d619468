import { type RefObject, useEffect, useRef } from "react";
import { getWheelDelta, listenToTouch } from "#client/features/reader/engine/layout/page-input.ts";
import { listenForSwipes } from "#client/features/reader/engine/layout/swipes.ts";
import { PullToTurn } from "#client/features/reader/input/pull-to-turn.ts";
import { WheelTurner } from "#client/features/reader/input/wheel.ts";

/** Returns from the end card to the last page by scrolling up, pulling down or swiping back. */
export function useReturnGesture(
  card: RefObject<HTMLElement | null>,
  goBack: () => void,
  { isRightToLeft = false } = {},
): void {
  const latest = useRef({ goBack, isRightToLeft });
  latest.current = { goBack, isRightToLeft };

  useEffect(() => {
    const element = card.current;
    if (!element) return;
    // A card taller than the window scrolls first.
    const isAtTop = () => Array.from(element.querySelectorAll("*")).every(({ scrollTop }) => scrollTop <= 0);
    const [wheel, pull] = [new WheelTurner(), new PullToTurn()];
    const onWheel = (event: WheelEvent) => {
      if (wheel.onWheel(getWheelDelta(event), performance.now(), isAtTop() ? null : false) === -1)
        latest.current.goBack();
    };
    element.addEventListener("wheel", onWheel, { passive: true });
    listenToTouch(element, {
      onTouch: (phase, y) => {
        if (y === null || phase === "end") pull.end();
        else if (phase === "start") pull.start(y);
        else if (pull.move(y, isAtTop) === -1) latest.current.goBack();
      },
    });
    listenForSwipes(element, {
      onSwipe: (direction) => {
        if (direction === (latest.current.isRightToLeft ? "left" : "right")) latest.current.goBack();
      },
    });
    return () => element.removeEventListener("wheel", onWheel);
  }, [card]);
}
