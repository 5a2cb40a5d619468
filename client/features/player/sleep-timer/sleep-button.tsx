import { Moon } from "lucide-react";
import { formatClockTime } from "#client/features/player/format-time.ts";
import { useSleep, useSleepTimer } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";

export function useSleepLabel(): string {
  const { plan, remaining } = useSleep();
  return plan ? t("player.sleepLeft", { left: formatClockTime(remaining) }) : t("player.sleep");
}

export function SleepTimerLabel() {
  const { plan, remaining } = useSleep();
  return (
    <>
      <Moon aria-hidden className="size-5 shrink-0" />
      {plan && <span className="text-small tabular-nums">{formatClockTime(remaining)}</span>}
    </>
  );
}

/** The remaining time on the mini player; a tap extends it where possible. */
export function SleepChip() {
  const sleep = useSleepTimer();
  const { plan } = useSleep();
  const label = useSleepLabel();
  if (!plan) return null;
  const className = "flex min-h-11 shrink-0 items-center gap-1 rounded-control px-1.5 text-primary";
  if (!sleep.canExtend()) {
    return (
      <span role="timer" aria-label={label} className={className}>
        <SleepTimerLabel />
      </span>
    );
  }
  const more = t(plan.kind === "chapter" ? "player.sleepChapterMore" : "player.sleepMore");
  return (
    <button
      type="button"
      aria-label={`${label}. ${more}`}
      onClick={sleep.extend}
      className={`${className} hover:bg-primary/10`}
    >
      <SleepTimerLabel />
      <span aria-hidden dir="ltr" className="text-small">
        +{plan.kind === "chapter" ? 1 : 5}
      </span>
    </button>
  );
}
