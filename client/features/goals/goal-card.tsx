import { Check, Pencil, Trash2 } from "lucide-react";
import type { Goal, NewGoal, Portion } from "#shared/goals/contract.ts";
import { goalsContract } from "#shared/goals/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { formatCalendarDay, formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { PrayerSplitProgress } from "./prayer-split-progress.tsx";

interface GoalCardProps {
  readonly goal: Goal;
  /** The labels of the five daily parts; null for numbers. */
  readonly partNames?: readonly string[] | null;
  readonly onEdit: () => void;
}

export function GoalCard({ goal, partNames = null, onEdit }: GoalCardProps) {
  const remove = useRemoveGoal();
  const title = getTitle(goal);
  return (
    <li className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 pt-2.5 font-medium">
          {goal.book?.title ? (
            <TextLink to={`/book/${goal.book.id}`}>
              <bdi>{title}</bdi>
            </TextLink>
          ) : (
            title
          )}
        </h3>
        <div className="-me-2 flex shrink-0">
          <IconButton label={t("goals.edit", { title })} icon={<Pencil aria-hidden />} onClick={onEdit} />
          <IconButton
            label={t("goals.remove", { title })}
            icon={<Trash2 aria-hidden />}
            onClick={() => remove(goal)}
          />
        </div>
      </div>
      <ProgressBar value={getPercent(goal)} label={title} />
      {goal.isReached ? <GoalReached goal={goal} /> : <GoalProgress goal={goal} partNames={partNames} />}
    </li>
  );
}

function GoalReached({ goal }: { readonly goal: Goal }) {
  return (
    <>
      <p className="flex items-center gap-1.5 font-medium text-primary text-small">
        <Check aria-hidden className="size-4" />
        {t(`goals.reached_${goal.kind}`)}
      </p>
      <DaysOfWeek goal={goal} />
    </>
  );
}

type GoalProgressProps = Required<Pick<GoalCardProps, "goal" | "partNames">>;

function GoalProgress({ goal, partNames }: GoalProgressProps) {
  const { kind, done, amount, portion, until, daysForEach } = goal;
  if (portion) return <DailyPortion portion={portion} until={until} partNames={partNames} />;
  return (
    <div className="text-muted text-small">
      <p>{t(`goals.progress_${kind}`, { done, amount })}</p>
      {daysForEach !== null && <p>{t("goals.daysForEach", { n: daysForEach })}</p>}
      <DaysOfWeek goal={goal} />
    </div>
  );
}

function DaysOfWeek({ goal: { daysOfWeek } }: { readonly goal: Goal }) {
  if (!daysOfWeek) return null;
  return <p className="text-muted text-small">{t("goals.daysOfWeek", { n: daysOfWeek })}</p>;
}

interface DailyPortionProps {
  readonly portion: Portion;
  readonly until: string | null;
  readonly partNames: readonly string[] | null;
}

function DailyPortion({ portion, until, partNames }: DailyPortionProps) {
  const { unit, remaining, daysLeft, today, doneToday, parts } = portion;
  const formatAmount = (n: number) => t(`goals.amount_${unit}`, { n });
  const day = until ? formatCalendarDay(new Date(`${until}T12:00:00`)) : "";
  if (today === null) {
    return (
      <p className="text-muted text-small">
        {t("goals.datePassed", { day, amount: formatAmount(remaining) })}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-1 text-small">
      <p className="font-medium">
        {doneToday >= today
          ? t("goals.portionDone", { amount: formatAmount(today) })
          : t("goals.portion", { amount: formatAmount(today), done: formatCount(doneToday) })}
      </p>
      {parts && <PrayerSplitProgress {...parts} unit={unit} names={partNames} />}
      <p className="text-muted">
        {t("goals.left", { amount: formatAmount(remaining), days: daysLeft, day })}
      </p>
    </div>
  );
}

export function getTitle({ kind, amount, book }: Goal): string {
  if (kind === "book") return book?.title ?? t("goals.hiddenBook");
  return t(`goals.title_${kind}`, { n: amount });
}

function getPercent({ kind, done, amount }: Goal): number {
  return kind === "book" ? done : (100 * done) / Math.max(1, amount ?? 1);
}

export function toNewGoal({ kind, amount, book, until, splitByPrayer }: Goal): NewGoal {
  if (kind !== "book") return { kind, ...(amount !== null && { amount }) };
  return { kind, splitByPrayer, ...(book && { bookId: book.id }), ...(until && { until }) };
}

function useRemoveGoal() {
  const deleteMutation = useContractMutation(goalsContract.deleteGoal);
  const saveMutation = useContractMutation(goalsContract.saveGoal);
  return (goal: Goal) => {
    const params = { goalId: goal.id };
    const restore = () =>
      saveMutation.mutate({ params, query: { zone: getDeviceTimeZone() }, body: toNewGoal(goal) });
    void deleteMutation.mutateAsync({ params }).then(
      () => toast({ title: t("goals.removed"), action: { label: t("common.undo"), onSelect: restore } }),
      () => undefined,
    );
  };
}
