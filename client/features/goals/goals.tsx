import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { type Goal, goalsContract } from "#shared/goals/contract.ts";
import { query } from "#client/lib/api.ts";
import { say } from "#client/lib/words.ts";
import { zoneHere } from "#client/lib/zone-here.ts";
import { Button } from "#client/ui/button.tsx";
import { EmptyFace, Faces } from "#client/ui/faces.tsx";
import { lazyLayer } from "#client/ui/lazy-layer.tsx";
import { Section } from "#client/ui/section.tsx";
import { Skeleton, Skeletons } from "#client/ui/skeleton.tsx";
import { GoalCard } from "./goal-card.tsx";

const GoalForm = lazyLayer(async () => (await import("./goal-form.tsx")).GoalForm);

interface GoalsProps {
  /** What a day's five parts are called; null for numbers. */
  readonly partNames?: readonly string[] | null;
}

/** What a reader has set out to do. Nothing here counts what was missed. */
export function Goals({ partNames = null }: GoalsProps) {
  const goals = useQuery({
    ...query(goalsContract.listGoals, { query: { zone: zoneHere() } }),
    refetchOnMount: "always",
  });
  /** Null for a new one. */
  const [open, setOpen] = useState<{ readonly goal: Goal | null } | null>(null);
  const add = (
    <Button tone="secondary" size="small" icon={<Plus aria-hidden />} onClick={() => setOpen({ goal: null })}>
      {say("goals.add")}
    </Button>
  );
  return (
    <Section title={say("goals.title")}>
      <Faces
        of={goals}
        errorTitle={say("goals.failed")}
        loading={<GoalsSkeleton />}
        isEmpty={(set) => set.length === 0}
        empty={<EmptyFace title={say("goals.none")} hint={say("goals.noneHint")} action={add} />}
      >
        {(set) => (
          <>
            <ul className="mb-4 grid gap-3 sm:grid-cols-2">
              {set.map((goal) => (
                <GoalCard key={goal.id} goal={goal} partNames={partNames} onEdit={() => setOpen({ goal })} />
              ))}
            </ul>
            {add}
          </>
        )}
      </Faces>
      <Suspense>
        {open && <GoalForm {...open} others={goals.data ?? []} onClose={() => setOpen(null)} />}
      </Suspense>
    </Section>
  );
}

const GoalsSkeleton = () => (
  <Skeletons many={2} className="grid gap-3 sm:grid-cols-2">
    <Skeleton className="h-36 rounded-card" />
  </Skeletons>
);
