import type { DaySums } from "#shared/ledger/figures.ts";
import { addDays, type Day, daysBetween } from "#shared/ledger/zone.ts";
import { calendarDay, duration } from "#client/lib/format.ts";
import { say } from "#client/lib/words.ts";

interface HeatMapProps {
  readonly from: Day;
  readonly to: Day;
  /** Those with anything, in order. */
  readonly days: readonly DaySums[];
}

const [step, size] = [14, 11];
/** Seconds from which a day is drawn stronger. */
const steps = [1, 900, 1_800, 3_600] as const;
const strengths = [0.3, 0.5, 0.75, 1] as const;

/** A square for each day, a column for each week; what it shows is also said in a sentence and on each square. */
export function HeatMap({ from, to, days }: HeatMapProps) {
  const secondsOf = new Map(days.map(({ day, seconds }) => [day, seconds]));
  const all = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n));
  const seconds = days.reduce((sum, each) => sum + each.seconds, 0);
  const summary = say("ledger.heatSummary", {
    n: days.filter((day) => day.seconds > 0).length,
    time: duration(seconds),
  });
  return (
    <figure>
      <svg
        role="img"
        aria-label={`${say("ledger.heat")}: ${summary}`}
        viewBox={`0 0 ${Math.ceil(all.length / 7) * step} ${7 * step}`}
        className="w-full max-w-2xl rtl:-scale-x-100"
      >
        {all.map((day, n) => (
          <Square key={day} day={day} n={n} seconds={secondsOf.get(day) ?? 0} />
        ))}
      </svg>
      <figcaption className="mt-2 text-muted text-small">{summary}</figcaption>
    </figure>
  );
}

function Square({ day, n, seconds }: { readonly day: Day; readonly n: number; readonly seconds: number }) {
  const strength = strengths[steps.filter((least) => seconds >= least).length - 1];
  return (
    <rect
      x={Math.floor(n / 7) * step}
      y={(n % 7) * step}
      width={size}
      height={size}
      rx={2}
      className={strength === undefined ? "fill-line" : "fill-primary"}
      fillOpacity={strength ?? 1}
    >
      <title>{say("ledger.dayTime", { day: calendarDay(noonOf(day)), time: duration(seconds) })}</title>
    </rect>
  );
}

/** A moment that lies on this day of the device's calendar. */
const noonOf = (day: Day): Date => new Date(`${day}T12:00:00`);
