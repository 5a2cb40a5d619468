interface ProgressBarProps {
  /** 0 to 100. */
  readonly value: number;
  readonly label: string;
}

export function ProgressBar({ value, label }: ProgressBarProps) {
  const fraction = Math.min(100, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(fraction * 10) / 10}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${fraction}%` }} />
    </div>
  );
}
