import { clsx } from "clsx";
import { Slider as Radix } from "radix-ui";
import { useState } from "react";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly min?: number;
  readonly step: number;
  readonly getText: (value: number) => string;
  /** Called during dragging. */
  readonly onMove?: (value: number) => void;
  /** Called on release. */
  readonly onChoose?: (value: number) => void;
  readonly className?: string;
}

export function Slider({
  label,
  value,
  max,
  min = 0,
  step,
  getText,
  onMove,
  onChoose,
  className,
}: SliderProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const displayedValue = Math.min(max, Math.max(min, dragged ?? value));
  return (
    <Radix.Root
      value={[displayedValue]}
      min={min}
      max={Math.max(max, min + step)}
      step={step}
      onValueChange={([moved = 0]) => {
        setDragged(moved);
        onMove?.(moved);
      }}
      onValueCommit={([selected = 0]) => {
        onChoose?.(selected);
        queueMicrotask(() => setDragged(null));
      }}
      className={clsx("relative flex h-6 touch-none select-none items-center", className)}
    >
      <Radix.Track className="relative h-1.5 grow overflow-hidden rounded-full bg-line">
        <Radix.Range className="absolute h-full rounded-full bg-accent" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={getText(displayedValue)}
        className="block size-4 rounded-full border-2 border-surface bg-primary shadow-sm"
      />
    </Radix.Root>
  );
}
