import { useQuery } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { Suspense, useState } from "react";
import { type Goal, goalsContract } from "#shared/goals/contract.ts";
import { GoalCard } from "#client/features/goals/goal-card.tsx";
import { getPrayerParts } from "#client/features/prayer/times/prayer-parts.ts";
import { query } from "#client/lib/api/query.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const GoalForm = lazyOverlay(async () => (await import("#client/features/goals/goal-form.tsx")).GoalForm);

interface EidPlanProps {
  /** The last day of Ramadan. */
  readonly until: string;
  /** Ramadan has not started. */
  readonly isSoon: boolean;
}

/** A book to finish by Eid in five daily parts named after the prayers: an offer, or its progress. */
export function EidPlan({ until, isSoon }: EidPlanProps) {
  const goals = useQuery(query(goalsContract.listGoals, { query: { zone: getDeviceTimeZone() } }));
  /** Null for a new goal. */
  const [open, setOpen] = useState<{ readonly goal: Goal | null } | null>(null);
  if (!goals.data) return null;
  const plans = goals.data.filter((goal) => goal.kind === "book" && goal.until === until);
  return (
    <>
      {plans.length ? (
        <div className="flex flex-col gap-2">
          <ul className="grid gap-3">
            {plans.map((goal) => (
              <GoalCard
                key={goal.id}
                goal={goal}
                partNames={getPrayerParts()}
                onEdit={() => setOpen({ goal })}
              />
            ))}
          </ul>
          <TextLink to="/profile" className="self-start text-small">
            {t("prayer.eidAll")}
          </TextLink>
        </div>
      ) : (
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <h3 className="font-medium">{t("prayer.eidTitle")}</h3>
            <p className="text-muted text-small">{t(isSoon ? "prayer.eidSoon" : "prayer.eidHint")}</p>
          </div>
          <Button
            tone="secondary"
            size="small"
            icon={<BookOpen aria-hidden />}
            onClick={() => setOpen({ goal: null })}
          >
            {t("prayer.eidSet")}
          </Button>
        </Card>
      )}
      <Suspense>
        {open && (
          <GoalForm
            {...open}
            others={goals.data}
            preset={{ title: t("prayer.eidTitle"), until, splitByPrayer: true }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}
