import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { getVisibleLines } from "#client/features/marks/page/page-selection.ts";
import { placeBar } from "#client/features/marks/page/place-bar.ts";

interface BesidePassageProps {
  readonly label: string;
  readonly range: Range;
  /** Changes when the passage may have moved on the screen. */
  readonly position: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Where the browser's own address and tool bars are not. */
const getArea = () => ({
  left: 0,
  top: 0,
  right: window.innerWidth,
  bottom: window.innerHeight - getPlayerHeight(),
});

const getPlayerHeight = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--player-height")) || 0;

/** Closes the toolbar that is shown. */
let closeShown: (() => void) | null = null;

/** Closes another toolbar when this one appears, and takes over its focus. */
function useSingleBar(onClose: () => void, bar: RefObject<HTMLElement | null>): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const close = () => latest.current();
    if (hasBarFocus()) bar.current?.querySelector("button")?.focus();
    closeShown?.();
    closeShown = close;
    return () => {
      if (closeShown === close) closeShown = null;
    };
  }, [bar]);
}

const hasBarFocus = () => document.activeElement?.closest("[data-passage-bar]") != null;

/** A toolbar beside a passage; it never covers its lines. Arrow keys move between its buttons. */
export function BesidePassage({ label, range, position, onClose, children }: BesidePassageProps) {
  const bar = useRef<HTMLDivElement>(null);
  useSingleBar(onClose, bar);
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the page has moved
  useLayoutEffect(() => {
    const update = () => {
      const lines = getVisibleLines(range);
      if (!bar.current || lines.length === 0) return setPlace(null);
      const { width, height } = bar.current.getBoundingClientRect();
      const isTouch = matchMedia("(pointer: coarse)").matches;
      setPlace(placeBar({ lines, bar: { width, height }, area: getArea(), isTouch }));
    };
    update();
    const observer = new ResizeObserver(update);
    if (bar.current) observer.observe(bar.current);
    window.addEventListener("resize", update);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", update);
    };
  }, [range, position]);
  // The bars of the reader would cover it in their stacking order.
  return createPortal(
    <section
      ref={bar}
      aria-label={label}
      style={place ?? { visibility: "hidden" }}
      className="pointer-events-auto fixed z-30 w-max max-w-[calc(100vw-1rem)] rounded-card border border-line bg-surface p-1 text-ink shadow-float"
    >
      <div
        role="toolbar"
        aria-label={label}
        data-passage-bar
        onKeyDown={(event) => onKey(event, onClose)}
        className="flex flex-col"
      >
        {children}
      </div>
    </section>,
    document.body,
  );
}

function onKey(event: KeyboardEvent<HTMLDivElement>, onClose: () => void): void {
  if (!event.currentTarget.contains(event.target as Node)) {
    // Keys of an open menu, which React sends here too, are no commands of the reader.
    event.stopPropagation();
    return;
  }
  if (event.key === "Escape") {
    event.stopPropagation();
    onClose();
    return;
  }
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button, a[href]")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  const isForward = (event.key === "ArrowRight") === (document.documentElement.dir !== "rtl");
  buttons[(at + (isForward ? 1 : buttons.length - 1)) % buttons.length]?.focus();
}

/** Moves the focus from the page to the toolbar. @returns false without one, or when it has the focus */
export function focusPassageBar(): boolean {
  if (hasBarFocus()) return false;
  const button = document.querySelector<HTMLElement>("[data-passage-bar] button");
  button?.focus();
  return button !== null;
}
