import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { type Goal, goalsContract } from "#shared/goals/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Section } from "#client/ui/section.tsx";
import { GoalCard } from "./goal-card.tsx";

const GoalForm = lazyOverlay(async () => (await import("./goal-form.tsx")).GoalForm);

interface GoalsProps {
  /** The labels of the five daily parts; null for numbers. */
  readonly partNames?: readonly string[] | null;
}

export function Goals({ partNames = null }: GoalsProps) {
  const goals = useQuery(query(goalsContract.listGoals, { query: { zone: getDeviceTimeZone() } }));
  /** Null for a new goal. */
  const [open, setOpen] = useState<{ readonly goal: Goal | null } | null>(null);
  const add = (
    <Button tone="secondary" size="small" icon={<Plus aria-hidden />} onClick={() => setOpen({ goal: null })}>
      {t("goals.add")}
    </Button>
  );
  return (
    <Section title={t("goals.title")}>
      <QueryState
        query={goals}
        errorTitle={t("goals.failed")}
        loading={<GoalsSkeleton />}
        isEmpty={(list) => list.length === 0}
        empty={<EmptyState title={t("goals.none")} hint={t("goals.noneHint")} action={add} />}
      >
        {(list) => (
          <>
            <ul className="mb-4 grid gap-3 sm:grid-cols-2">
              {list.map((goal) => (
                <GoalCard key={goal.id} goal={goal} partNames={partNames} onEdit={() => setOpen({ goal })} />
              ))}
            </ul>
            {add}
          </>
        )}
      </QueryState>
      <Suspense>
        {open && <GoalForm {...open} others={goals.data ?? []} onClose={() => setOpen(null)} />}
      </Suspense>
    </Section>
  );
}

const GoalsSkeleton = () => (
  <Skeletons count={2} className="grid gap-3 sm:grid-cols-2">
    <Skeleton className="h-36 rounded-card" />
  </Skeletons>
);
