import { CircleCheck } from "lucide-react";
import type { Challenge, Participation } from "#shared/challenges/contract.ts";
import { formatCalendarDay, formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { getGoalPercent } from "./challenge-texts.ts";

interface GoalProgressProps {
  readonly challenge: Challenge;
  readonly participation: Participation;
}

export function GoalProgress({ challenge, participation }: GoalProgressProps) {
  const { goal, title } = challenge;
  const percent = getGoalPercent(goal, participation.progress);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted text-small">
        {t("challenge.progress", { done: formatCount(participation.progress), n: formatCount(goal) })}
      </p>
      <ProgressBar value={percent} label={t("challenge.progressLabel", { title })} />
      {participation.completedAt && (
        <p className="flex items-start gap-2 font-medium text-primary text-small">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("challenge.completedOn", { day: formatCalendarDay(participation.completedAt) })}
        </p>
      )}
    </div>
  );
}
