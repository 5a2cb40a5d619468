import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { decisionsContract, type ModerationDecision } from "#shared/moderation/decisions-contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { AppealForm } from "./appeal-form.tsx";
import { DecisionView } from "./decision-view.tsx";

const { listMyDecisions, appeal } = decisionsContract;

/** Decisions of moderators about the reader, with appeals. */
export function MyDecisions() {
  const decisions = useQuery(query(listMyDecisions, {}));
  return (
    <QueryState
      query={decisions}
      loading={<Skeleton className="h-32 rounded-card" />}
      isEmpty={(list) => list.length === 0}
      empty={<EmptyState title={t("decisions.none")} hint={t("decisions.noneHint")} />}
    >
      {(list) => (
        <ul className="flex flex-col divide-y divide-line">
          {list.map((decision) => (
            <li key={decision.id} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
              <DecisionView decision={decision} />
              <Appeal decision={decision} />
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}

function Appeal({ decision }: { readonly decision: ModerationDecision }) {
  const [isOpen, setOpen] = useState(false);
  const appealMutation = useContractMutation(appeal, { handlesErrors: true });
  if (decision.appeal) {
    const { state, answer } = decision.appeal;
    return (
      <p className="text-small">
        <span className="font-medium">{t(`decisions.appeal-${state}`)}</span> <bdi>{answer}</bdi>
      </p>
    );
  }
  if (decision.isRevoked) return null;
  const params = { decisionId: decision.id };
  return (
    <>
      <Button tone="secondary" size="small" className="self-start" onClick={() => setOpen(true)}>
        {t("decisions.appeal")}
      </Button>
      {isOpen && (
        <AppealForm
          onSend={(text) => appealMutation.mutateAsync({ params, body: { text } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
