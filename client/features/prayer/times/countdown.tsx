import { useClock } from "./clock.ts";
import { formatCountdown } from "./dates.ts";

export function Countdown({ to, label }: { readonly to: Date; readonly label: string }) {
  const now = useClock(1_000);
  return (
    <p role="timer" aria-label={label} dir="ltr" className="font-semibold text-h2 tabular-nums rtl:text-end">
      {formatCountdown(to.getTime() - now.getTime())}
    </p>
  );
}
