import { GripHorizontal } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import { toWindow } from "#client/features/reader/engine/layout/page-input.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import type { AllReaderSettings } from "#client/features/reader/settings/settings.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { findLineAt, type Line } from "./find-line.ts";

interface ReadingGuideProps {
  readonly kind: "ruler" | "line";
  readonly engine: ReaderEngine;
  readonly location: Location;
  readonly settings: AllReaderSettings;
}

/** Marks three lines, or fades all but one. It follows the mouse, and moves with its handle. */
export function ReadingGuide({ kind, engine, location, settings }: ReadingGuideProps) {
  const area = useRef<HTMLDivElement>(null);
  const [y, setY] = useState(160);
  const lineHeight = settings.fontSize * settings.lineHeight;
  const [isRight, setRight] = useState(engine.isRightToLeft);
  const hasColumns = engine.document?.documentElement.classList.contains("mk-columns") ?? false;
  const line = useLine(engine, area, { y, part: hasColumns && isRight ? 0.75 : 0.25 }, lineHeight, location);
  useFollowMouse(engine.document, area, (x, y) => {
    setRight(x > (area.current?.clientWidth ?? 0) / 2);
    setY(y);
  });
  const moveTo = (next: number) => {
    const max = area.current?.clientHeight ?? 0;
    const isAcross =
      hasColumns && (next > max ? isRight === engine.isRightToLeft : isRight !== engine.isRightToLeft);
    if ((next > max || next < 0) && isAcross) {
      setRight(!isRight);
      setY(next < 0 ? max : 0);
    } else setY(Math.min(max, Math.max(0, next)));
  };
  const column = hasColumns
    ? { left: isRight ? "50%" : 0, right: isRight ? 0 : "50%" }
    : { left: 0, right: 0 };
  const spread = kind === "ruler" ? lineHeight : 0;
  const band = { top: line.top - spread, height: line.bottom - line.top + 2 * spread };

  return (
    <div ref={area} className="pointer-events-none absolute inset-0 z-10 overflow-hidden">
      {kind === "line" ? (
        <>
          <Fade top={0} height={band.top} />
          <Fade top={band.top + band.height} height={10_000} />
          {hasColumns && <Fade {...band} left={isRight ? 0 : "50%"} right={isRight ? "50%" : 0} />}
        </>
      ) : (
        <div
          aria-hidden
          className="absolute"
          style={{
            ...band,
            ...column,
            background: "rgb(var(--accent) / 0.14)",
            borderBlock: "1px solid rgb(var(--accent))",
          }}
        />
      )}
      <Handle
        y={y}
        step={lineHeight}
        max={area.current?.clientHeight ?? 0}
        onMove={moveTo}
        top={band.top + band.height / 2}
      />
    </div>
  );
}

interface FadeProps {
  readonly top: number;
  readonly height: number;
  readonly left?: number | string;
  readonly right?: number | string;
}

function Fade({ top, height, left = 0, right = 0 }: FadeProps) {
  return (
    <div
      aria-hidden
      className="absolute"
      style={{ top, left, right, height: Math.max(0, height), background: "rgb(var(--paper) / 0.72)" }}
    />
  );
}

interface HandleProps {
  readonly y: number;
  readonly top: number;
  readonly step: number;
  readonly max: number;
  readonly onMove: (y: number) => void;
}

function Handle({ y, top, step, max, onMove }: HandleProps) {
  const drag = useRef<{ readonly from: number; readonly y: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onMove(y + direction * step);
  };
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (drag.current) onMove(Math.min(max, Math.max(0, drag.current.y + clientY - drag.current.from)));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t("readingSettings.guidePosition")}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((y / (max || 1)) * 100)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: event.clientY, y };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
      className="pointer-events-auto absolute end-0 grid size-11 place-items-center text-muted"
      style={{ top: top - 22, touchAction: "none", cursor: "ns-resize" }}
    >
      <GripHorizontal aria-hidden size={20} />
    </div>
  );
}

function useLine(
  engine: ReaderEngine,
  area: React.RefObject<HTMLElement | null>,
  { y, part }: { readonly y: number; readonly part: number },
  lineHeight: number,
  location: Location,
): Line {
  const [line, setLine] = useState<Line>({ top: y - lineHeight / 2, bottom: y + lineHeight / 2 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other lines.
  useLayoutEffect(() => {
    const box = area.current?.getBoundingClientRect();
    if (!box || !engine.document) return;
    const found = findLineAt(engine.document, { x: box.left + box.width * part, y: box.top + y });
    const middle = found ? (found.top + found.bottom) / 2 - box.top : y;
    setLine({ top: middle - lineHeight / 2, bottom: middle + lineHeight / 2 });
  }, [engine, area, y, part, lineHeight, location]);
  return line;
}

function useFollowMouse(
  document: Document | null,
  area: React.RefObject<HTMLElement | null>,
  onMove: (x: number, y: number) => void,
): void {
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => {
    if (!document || !matchMedia("(pointer: fine)").matches) return;
    const follow = (event: MouseEvent) => {
      const box = area.current?.getBoundingClientRect();
      const { x, y } = toWindow(document, { x: event.clientX, y: event.clientY });
      latest.current(x - (box?.left ?? 0), y - (box?.top ?? 0));
    };
    document.addEventListener("mousemove", follow, { passive: true });
    return () => document.removeEventListener("mousemove", follow);
  }, [document, area]);
}
