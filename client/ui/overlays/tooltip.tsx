import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

export const openDelayMs = 700;
export const skipDelayMs = 300;

let lastShownAt = Number.NEGATIVE_INFINITY;

/** The last key pressed in this page, frames excluded. */
let lastKey = "";
if (typeof window !== "undefined") {
  window.addEventListener(
    "keydown",
    ({ key }) => {
      lastKey = key;
    },
    { capture: true },
  );
  window.addEventListener("blur", () => {
    lastKey = "";
  });
}

const isKeyboardNavigation = () => lastKey === "Tab" || lastKey.startsWith("Arrow");

export function Tooltip({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  const wasPressed = useRef(false);
  const [position, setPosition] = useState<{ x: number; y: number; isAbove: boolean } | null>(null);

  const show = () => {
    const control = anchor.current?.firstElementChild;
    // It would cover the first items of the open menu.
    if (!control || control.matches("[aria-haspopup][aria-expanded=true]")) return;
    const container = control.getBoundingClientRect();
    const isAbove = container.bottom + 48 > window.innerHeight;
    setPosition({
      x: container.left + container.width / 2,
      y: isAbove ? container.top - 8 : container.bottom + 8,
      isAbove,
    });
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (position) lastShownAt = performance.now();
    setPosition(null);
  };
  const scheduleOpen = (pointer: string) => {
    if (pointer === "touch" || wasPressed.current || position) return;
    clearTimeout(timer.current);
    const openDelay = performance.now() - lastShownAt < skipDelayMs ? 0 : openDelayMs;
    timer.current = window.setTimeout(show, openDelay);
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the wrapped child is the control.
    <span
      ref={anchor}
      className="contents"
      onPointerOver={(event) => scheduleOpen(event.pointerType)}
      onPointerOut={(event) => {
        hide();
        const isInside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        wasPressed.current &&= isInside;
      }}
      onPointerDown={() => {
        wasPressed.current = true;
        hide();
      }}
      onFocus={(event) => event.target.matches(":focus-visible") && isKeyboardNavigation() && show()}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children}
      {position && createPortal(<TooltipLabel label={label} {...position} />, document.body)}
    </span>
  );
}

interface NameProps {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly isAbove: boolean;
}

function TooltipLabel({ label, x, y, isAbove }: NameProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const [shift, setShift] = useState(0);
  useEffect(() => {
    const container = ref.current?.getBoundingClientRect();
    if (!container) return;
    setShift(
      Math.max(0, 8 - container.left) -
        Math.max(0, container.right + 8 - document.documentElement.clientWidth),
    );
  }, []);

  return (
    <span
      ref={ref}
      role="tooltip"
      aria-hidden
      style={{ left: x + shift, top: y, translate: `-50% ${isAbove ? "-100%" : "0"}` }}
      className="pointer-events-none fixed z-70 max-w-64 animate-[appear_150ms_ease-out] rounded-control bg-ink px-2.5 py-1.5 text-paper text-small shadow-float"
    >
      {label}
    </span>
  );
}
