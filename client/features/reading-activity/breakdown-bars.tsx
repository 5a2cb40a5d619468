import { formatDuration } from "#client/lib/i18n/format.ts";

/** A share of the time, and its label. */
export interface BreakdownPart {
  readonly label: string;
  readonly seconds: number;
}

interface BreakdownBarsProps {
  readonly title: string;
  readonly parts: readonly BreakdownPart[];
  readonly hint?: string;
}

export function BreakdownBars({ title, parts, hint }: BreakdownBarsProps) {
  const max = Math.max(1, ...parts.map(({ seconds }) => seconds));
  if (parts.length === 0) return null;
  return (
    <div>
      <h3 className="mb-3 font-medium">{title}</h3>
      <ul className="flex flex-col gap-3">
        {parts.map(({ label, seconds }) => (
          <li key={label}>
            <p className="flex items-baseline justify-between gap-3 text-small">
              <bdi className="min-w-0 truncate">{label}</bdi>
              <span className="shrink-0 text-muted tabular-nums">{formatDuration(seconds)}</span>
            </p>
            <div aria-hidden className="mt-1 h-2 rounded-full bg-line">
              <div
                className="h-full rounded-full bg-primary"
                style={{ width: `${(100 * seconds) / max}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
      {hint && <p className="mt-3 text-muted text-small">{hint}</p>}
    </div>
  );
}
