import { Minus, Plus, Scan } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { usePinch } from "./use-pinch.ts";
import { initialZoom, pan, type Zoom, type ZoomArea, zoomAt } from "./zoom.ts";

const keyFactor = 1.25;
/** Pixels per arrow key. */
const panPixels = 60;

/** Content that is zoomed by wheel, pinch, keys and buttons, and moved by dragging and arrow keys. */
export function ZoomView({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>(initialZoom);
  const change = (update: (zoom: Zoom, area: ZoomArea) => Zoom) =>
    setZoom((current) => update(current, getArea(frame.current, content.current)));
  const zoomBy = (factor: number, at?: { readonly x: number; readonly y: number }) =>
    change((current, area) => zoomAt(current, factor, at ?? { x: area.width / 2, y: area.height / 2 }, area));
  const panBy = (x: number, y: number) => change((current, area) => pan(current, { x, y }, area));
  const pinch = usePinch(frame, { zoomBy, panBy });
  useWheelZoom(frame, zoomBy);
  useEffect(() => frame.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const actions = { zoomBy, panBy, reset: () => setZoom(initialZoom) };
    if (handleKey(event.key, actions)) event.preventDefault();
  };
  return (
    <>
      <section
        ref={frame}
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: zoomed and moved with the keyboard.
        tabIndex={0}
        aria-label={t("reader.enlarged")}
        onKeyDown={onKeyDown}
        {...pinch}
        className="relative min-h-0 flex-1 overflow-hidden bg-paper"
        style={{ touchAction: "none" }}
      >
        <div
          ref={content}
          style={{
            width: "max-content",
            minWidth: "100%",
            transformOrigin: "0 0",
            transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
          }}
        >
          {children}
        </div>
      </section>
      <div className="flex justify-center gap-2 p-1">
        <IconButton
          icon={<Minus aria-hidden />}
          label={t("readingSettings.zoomOut")}
          aria-keyshortcuts="-"
          onClick={() => zoomBy(1 / keyFactor)}
        />
        <IconButton
          icon={<Scan aria-hidden />}
          label={t("readingSettings.zoomReset")}
          aria-keyshortcuts="0"
          onClick={() => setZoom(initialZoom)}
        />
        <IconButton
          icon={<Plus aria-hidden />}
          label={t("readingSettings.zoomIn")}
          aria-keyshortcuts="+"
          onClick={() => zoomBy(keyFactor)}
        />
      </div>
    </>
  );
}

interface KeyActions {
  readonly zoomBy: (factor: number) => void;
  readonly panBy: (x: number, y: number) => void;
  readonly reset: () => void;
}

const zoomKeys: Readonly<Record<string, number>> = { "+": keyFactor, "=": keyFactor, "-": 1 / keyFactor };
const panKeys: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [panPixels, 0],
  ArrowRight: [-panPixels, 0],
  ArrowUp: [0, panPixels],
  ArrowDown: [0, -panPixels],
};

/** @returns whether the key was used */
function handleKey(key: string, { zoomBy, panBy, reset }: KeyActions): boolean {
  const [factor, move] = [zoomKeys[key], panKeys[key]];
  if (factor) zoomBy(factor);
  else if (move) panBy(...move);
  else if (key === "0") reset();
  else return false;
  return true;
}

function getArea(frame: HTMLElement | null, content: HTMLElement | null): ZoomArea {
  return {
    width: frame?.clientWidth ?? 0,
    height: frame?.clientHeight ?? 0,
    contentWidth: content?.offsetWidth ?? 0,
    contentHeight: content?.offsetHeight ?? 0,
  };
}

/** React's wheel listeners cannot keep the browser from zooming the whole page. */
function useWheelZoom(
  frame: React.RefObject<HTMLElement | null>,
  zoomBy: (factor: number, at: { readonly x: number; readonly y: number }) => void,
): void {
  const latest = useRef(zoomBy);
  latest.current = zoomBy;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      latest.current(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), at);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [frame]);
}
