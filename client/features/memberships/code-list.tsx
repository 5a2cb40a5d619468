import { type MembershipCode, membershipsContract } from "#shared/memberships/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

/** Issues membership codes and lists them. */
export function CodeList() {
  const codes = usePagedQuery(membershipsContract.listCodes, { query: {} });
  return (
    <div className="flex flex-col gap-6">
      <IssueForm />
      <PagedList
        query={codes}
        errorTitle={t("siteAdmin.codeLoadFailed")}
        empty={<EmptyState title={t("siteAdmin.codeNone")} />}
      >
        {(code) => <CodeRow code={code} />}
      </PagedList>
    </div>
  );
}

function IssueForm() {
  const form = useContractForm(membershipsContract.issueCode, {
    values: { months: "12", maxUses: "1", note: "", expiresAt: "" },
    toInput: ({ months, maxUses, note, expiresAt }) => ({
      body: {
        months: Number(months),
        maxUses: Number(maxUses),
        note,
        ...(expiresAt && { expiresAt: new Date(`${expiresAt}T23:59:59`) }),
      },
    }),
  });
  return (
    <Card>
      <form {...form.props} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField {...form.field("months")} type="number" label={t("siteAdmin.codeMonths")} />
          <TextField {...form.field("maxUses")} type="number" label={t("siteAdmin.codeUses")} />
          <DateField {...form.field("expiresAt")} label={t("siteAdmin.codeExpires")} />
        </div>
        <TextField {...form.field("note")} label={t("siteAdmin.codeNote")} />
        <FormError error={form.error} cause={form.cause} />
        <Button type="submit" isPending={form.isPending} className="self-start">
          {t("siteAdmin.codeIssue")}
        </Button>
        {form.reply && (
          <output className="flex flex-wrap items-center gap-3 rounded-control bg-primary/8 p-3">
            <span>{t("siteAdmin.codeIssued")}</span>
            <code dir="ltr" className="font-semibold text-lead">
              {form.reply.code}
            </code>
          </output>
        )}
      </form>
    </Card>
  );
}

function CodeRow({ code }: { readonly code: MembershipCode }) {
  const { id, hint, months, maxUses, usedCount, note, expiresAt, revokedAt } = code;
  const revoke = useContractMutation(membershipsContract.revokeCode);
  const details = [
    t("siteAdmin.codeCodeMonths", { n: months }),
    t("siteAdmin.codeUsed", { n: usedCount, of: maxUses }),
    expiresAt && t("siteAdmin.codeUntil", { day: formatCalendarDay(expiresAt) }),
    revokedAt && t("siteAdmin.codeRevoked"),
  ].filter(Boolean);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0">
        <p>
          <code dir="ltr">…{hint}</code> <bdi className="text-muted">{note}</bdi>
        </p>
        <p className="text-muted text-small">{details.join(" · ")}</p>
      </div>
      {!revokedAt && (
        <Button
          tone="quiet"
          size="small"
          isPending={revoke.isPending}
          onClick={() =>
            revoke.mutate(
              { params: { codeId: id } },
              { onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }) },
            )
          }
        >
          {t("siteAdmin.codeRevoke")}
        </Button>
      )}
    </div>
  );
}
