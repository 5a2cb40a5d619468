import { Link } from "react-router-dom";
import { type Appeal, decisionsContract } from "#shared/moderation/decisions-contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { Section } from "#client/ui/section.tsx";
import { DecisionView } from "./decision-view.tsx";

const { listAppeals, decideAppeal } = decisionsContract;

/** Open appeals, for staff; nothing when there are none. */
export function AppealQueue() {
  const list = usePagedQuery(listAppeals, { query: {} });
  if (!list.rows?.length) return null;
  return (
    <Section title={t("decisions.appeals")}>
      <PagedList query={list} className="flex flex-col gap-4">
        {(appeal) => <AppealCard appeal={appeal} />}
      </PagedList>
    </Section>
  );
}

function AppealCard({ appeal }: { readonly appeal: Appeal }) {
  const { decision, user, text, createdAt, isOwnDecision } = appeal;
  const form = useContractForm(decideAppeal, {
    values: { isAccepted: false, answer: "" },
    toInput: (body) => ({ params: { decisionId: decision.id }, body }),
  });
  const decide = (isAccepted: boolean) => {
    form.set({ isAccepted });
    form.submit();
  };
  return (
    <Card className="flex flex-col gap-3">
      <p className="flex flex-wrap gap-x-3 text-small">
        <Link to={`/admin/view-users?search=${encodeURIComponent(user.username)}`} className="text-ink">
          <bdi className="font-medium">{user.name}</bdi> <bdi className="text-muted">@{user.username}</bdi>
        </Link>
        <time dateTime={createdAt.toISOString()} className="text-muted">
          {formatRelativeTime(createdAt)}
        </time>
        {isOwnDecision && <span className="text-muted">{t("decisions.own")}</span>}
      </p>
      <DecisionView decision={decision} />
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        “{text}”
      </p>
      <TextField {...form.field("answer")} label={t("decisions.answer")} />
      <FormError error={form.error} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => decide(true)}>
          {t("decisions.accept")}
        </Button>
        <Button size="small" tone="secondary" onClick={() => decide(false)}>
          {t("decisions.reject")}
        </Button>
      </div>
    </Card>
  );
}
