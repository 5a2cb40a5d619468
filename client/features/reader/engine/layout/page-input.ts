import { isExternal } from "#shared/epub/package/resolve-href.ts";
import type { KeyPress } from "#client/lib/keys.ts";
import { listenForSwipes, type Swipe } from "./swipes.ts";

/** Pictures, and formulas and tables that were shrunk to the column; a tap opens them large. */
export const shrunkSelector = "math.mk-fitted, table.mk-smallest, .mk-zoom";

/** An internal link was clicked. */
export interface FollowedLink {
  readonly element: HTMLAnchorElement;
  readonly href: string;
  readonly isExternal: boolean;
}

/** A tap or click outside of links. */
export interface Tap {
  /** Pixels from the window's left edge. */
  readonly x: number;
  /** In the book's document; null around it. */
  readonly click: MouseEvent | null;
}

export interface InputListener {
  readonly onLink: (link: FollowedLink) => void;
  readonly onTap: (tap: Tap) => void;
  /** The reader is selecting text. */
  readonly onSelect: () => void;
  /** Returns true when the key was handled. */
  readonly onKey: (press: KeyPress) => boolean;
  /** Down and right are positive. */
  readonly onWheel: (delta: number) => void;
  readonly onPointer: (y: number) => void;
  /** `y` in CSS pixels; null for multi-touch. */
  readonly onTouch: (phase: "start" | "move" | "end", y: number | null) => void;
  readonly onSwipe: (direction: Swipe) => void;
}

const interactiveSelector =
  "a[href], button, input, select, textarea, audio, video, summary, label, [contenteditable]";

/** Listens to input in one document of the book, until it is removed. */
export function listenTo(
  doc: Document,
  resolveHref: (href: string) => string,
  listener: InputListener,
): void {
  const isSelecting = () => doc.getSelection()?.isCollapsed === false;
  // The press that ends a selection has no other effect.
  let endsSelection = false;
  doc.addEventListener("pointerdown", () => {
    endsSelection = isSelecting();
  });
  doc.addEventListener("selectionchange", () => isSelecting() && listener.onSelect());
  doc.addEventListener("click", (event) => {
    if (event.detail === 0 || !endsSelection) onClick(event, doc, resolveHref, listener);
  });
  // The paginator turns to what has the focus, also back to a link that has been followed.
  doc.addEventListener("focusin", keepPageOnPress, { capture: true });
  // A middle click would open a blob URL in a tab.
  doc.addEventListener("auxclick", (event) => {
    if (getElement(event)?.closest("a[href]")) event.preventDefault();
  });
  doc.addEventListener("keydown", (event) => {
    if (isTyping(event.target) || event.defaultPrevented || isScrolling(event)) return;
    const shrunkElement =
      event.key === "Enter" ? (event.target as Element | null)?.closest?.(shrunkSelector) : null;
    if (shrunkElement) shrunkElement.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else if (isHandledOutside(event) || listener.onKey(event)) event.preventDefault();
  });
  doc.addEventListener("wheel", (event) => isScrolling(event) || listener.onWheel(getWheelDelta(event)), {
    passive: true,
  });
  // A scrolling swipe does not turn the page.
  for (const phase of ["touchstart", "touchmove", "touchend"]) {
    doc.addEventListener(phase, (event) => isScrolling(event) && event.stopPropagation(), { capture: true });
  }
  doc.addEventListener(
    "mousemove",
    (event) => listener.onPointer(toWindow(doc, { x: 0, y: event.clientY }).y),
    {
      passive: true,
    },
  );
  // A finger that selects text turns no page.
  listenToTouch(doc, { onTouch: (phase, y) => listener.onTouch(phase, isSelecting() ? null : y) });
  listenForSwipes(doc, { onSwipe: (direction) => isSelecting() || listener.onSwipe(direction) });
  doc.addEventListener("submit", (event) => event.preventDefault());
}

function keepPageOnPress(event: FocusEvent): void {
  if (!getElement(event)?.matches(":focus-visible")) event.stopImmediatePropagation();
}

export function isTyping(target: EventTarget | null): boolean {
  const element = target as Partial<Element> | null;
  return (
    element?.matches?.("input, select, textarea, audio, video, [contenteditable], [role=slider]") ?? false
  );
}

function isScrolling(event: Event): boolean {
  const { key, deltaX = 0, deltaY = 0 } = event as Partial<KeyboardEvent & WheelEvent>;
  if (key !== undefined && key !== "ArrowLeft" && key !== "ArrowRight") return false;
  if (event.type === "wheel" && Math.abs(deltaX) <= Math.abs(deltaY)) return false;
  return getElement(event)?.closest(".mk-scrolls") != null;
}

/** Pixels per line and page of `WheelEvent.deltaMode`. */
const wheelUnits = [1, 40, 800] as const;

/** The larger of both directions, in pixels. */
export function getWheelDelta({ deltaX, deltaY, deltaMode }: WheelEvent): number {
  return (Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY) * (wheelUnits[deltaMode] ?? 1);
}

/** Listens to single-finger swipes on an element or in a document. */
export function listenToTouch(target: EventTarget, { onTouch }: Pick<InputListener, "onTouch">): void {
  for (const phase of ["start", "move", "end"] as const) {
    const listener = (event: Event) => {
      const { touches } = event as TouchEvent;
      onTouch(phase, touches.length === 1 ? (touches[0]?.screenY ?? null) : null);
    };
    target.addEventListener(`touch${phase}`, listener, { passive: true });
  }
}

function onClick(
  event: MouseEvent,
  doc: Document,
  resolveHref: (href: string) => string,
  listener: InputListener,
): void {
  const target = getElement(event);
  const element = target?.closest<HTMLAnchorElement>("a[href]");
  if (element) {
    event.preventDefault();
    const href = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
    listener.onLink(toFollowedLink(element, href, resolveHref));
    return;
  }
  if (target?.closest(interactiveSelector) || !(doc.getSelection()?.isCollapsed ?? true)) return;
  listener.onTap({ x: toWindow(doc, { x: event.clientX, y: 0 }).x, click: event });
}

export function toFollowedLink(
  element: HTMLAnchorElement,
  href: string,
  resolveHref: (href: string) => string,
): FollowedLink {
  if (isExternal(href)) return { element, href: href.trim(), isExternal: true };
  return { element, href: resolveHref(href), isExternal: false };
}

function getElement({ target }: Event): Element | null {
  const node = target as Node | null;
  return node?.nodeType === 1 ? (node as Element) : (node?.parentElement ?? null);
}

/** Converts a point of a possibly scaled document into window coordinates. */
export function toWindow(doc: Document, { x, y }: { readonly x: number; readonly y: number }) {
  const frame = doc.defaultView?.frameElement as HTMLElement | null | undefined;
  if (!frame) return { x, y };
  const { left, top, width } = frame.getBoundingClientRect();
  const scale = frame.offsetWidth ? width / frame.offsetWidth : 1;
  return { x: left + x * scale, y: top + y * scale };
}

export function toExternalUrl(href: string): string | null {
  const url = URL.parse(href);
  return url && /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : null;
}

/** Escape closes an overlay, and keys with Ctrl or ⌘ are those of the whole app. */
function isHandledOutside(event: KeyboardEvent): boolean {
  const isForwarded = event.key === "Escape" || event.ctrlKey || event.metaKey;
  return isForwarded && !window.dispatchEvent(new KeyboardEvent("keydown", event));
}
