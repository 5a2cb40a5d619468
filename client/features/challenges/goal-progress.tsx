import { CircleCheck } from "lucide-react";
import type { Challenge, Participation } from "#shared/challenges/contract.ts";
import { formatCalendarDay, formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { getGoalPercent } from "./challenge-texts.ts";

interface GoalProgressProps {
  readonly challenge: Challenge;
  readonly mine: Participation;
}

export function GoalProgress({ challenge, mine }: GoalProgressProps) {
  const { goal, title } = challenge;
  const percent = getGoalPercent(goal, mine.progress);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted text-small">
        {t("challenge.progress", { done: formatCount(mine.progress), n: formatCount(goal) })}
      </p>
      <ProgressBar value={percent} label={t("challenge.progressLabel", { title })} />
      {mine.completedAt && (
        <p className="flex items-start gap-2 font-medium text-primary text-small">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("challenge.completedOn", { day: formatCalendarDay(mine.completedAt) })}
        </p>
      )}
    </div>
  );
}
