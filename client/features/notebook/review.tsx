import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { notebookContract, ReviewAction } from "#shared/notebook/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { MarkRow } from "./mark-row.tsx";
import { useMarkEdits } from "./use-mark-edits.ts";

function getStartOfDay(): Date {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  return day;
}

/** The marks to review today, one at a time. */
export function Review({ userId, onClose }: { readonly userId: UserId; readonly onClose: () => void }) {
  const [since] = useState(getStartOfDay);
  const due = useQuery(query(notebookContract.listMarksToReview, { query: { since } }));
  const review = useContractMutation(notebookContract.reviewMark);
  const { show, change } = useMarkEdits(userId);
  return (
    <section aria-label={t("notebook.review")} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-h3">{t("notebook.review")}</h2>
        <Button tone="quiet" size="small" onClick={onClose}>
          {t("notebook.endReview")}
        </Button>
      </div>
      <QueryState query={due} loading={<Skeleton className="h-40 rounded-card" />}>
        {({ marks }) => {
          const [first] = marks.map(show).filter(({ isDeleted }) => !isDeleted);
          if (!first) return <EmptyState title={t("notebook.reviewed")} hint={t("notebook.reviewedHint")} />;
          return (
            <>
              <p aria-live="polite" className="text-muted text-small">
                {t("notebook.toReview", { n: marks.length })}
              </p>
              <div className="rounded-card border border-line bg-surface">
                <MarkRow mark={first} book={first.book} onChange={(fields) => change(first, fields)} />
              </div>
              <div className="flex flex-wrap gap-2">
                {ReviewAction.options.map((action) => (
                  <Button
                    key={action}
                    tone={action === "keep" ? "primary" : "secondary"}
                    isPending={review.isPending}
                    onClick={() => review.mutate({ params: { markId: first.id }, body: { action } })}
                  >
                    {t(`notebook.review_${action}`)}
                  </Button>
                ))}
              </div>
            </>
          );
        }}
      </QueryState>
    </section>
  );
}
