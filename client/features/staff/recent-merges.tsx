import { useQuery } from "@tanstack/react-query";
import { type Merge, type MergeKind, mergesContract } from "#shared/staff/merges.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatCalendarDay, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { Section } from "#client/ui/section.tsx";
import { getMergedName } from "./managed-names.tsx";

/** Merges of the last 30 days; not shown when there are none. */
export function RecentMerges({ kind }: { readonly kind: MergeKind }) {
  const { data } = useQuery(query(mergesContract.listMerges, { query: { kind } }));
  if (!data || data.merges.length === 0) return null;
  return (
    <Section title={t("catalogueAdmin.recentMerges")}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.merges.map((merge) => (
          <li key={merge.id}>
            <MergeRow kind={kind} merge={merge} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function MergeRow({ kind, merge }: { readonly kind: MergeKind; readonly merge: Merge }) {
  const { id, actor, mergedAt, undoneAt, undoableUntil } = merge;
  const fromName = getMergedName(kind, merge.fromName);
  const targetName = getMergedName(kind, merge.targetName);
  const undo = useContractMutation(mergesContract.undoMerge, {
    handlesErrors: true,
  });
  const onUndo = () =>
    undo.mutate(
      { params: { mergeId: id } },
      {
        onSuccess: () => toast({ title: t("catalogueAdmin.mergeUndone", { name: fromName }) }),
        onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }),
      },
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 ps-4 pe-2">
      <div className="min-w-0 flex-1 basis-60">
        <p>
          {t("catalogueAdmin.merged", {
            name: fromName,
            target: targetName || t("catalogueAdmin.mergedLater"),
          })}
        </p>
        <p className="text-muted text-small">
          <bdi>{actor || t("admin.deletedUser")}</bdi> · {formatRelativeTime(mergedAt)}
          {undoneAt === null && (
            <> · {t("catalogueAdmin.undoableUntil", { date: formatCalendarDay(undoableUntil) })}</>
          )}
        </p>
      </div>
      {undoneAt === null ? (
        <Button
          tone="quiet"
          size="small"
          aria-label={t("catalogueAdmin.undoMerge", { name: fromName })}
          isPending={undo.isPending}
          onClick={onUndo}
        >
          {t("common.undo")}
        </Button>
      ) : (
        <span className="px-3 text-muted text-small">{t("catalogueAdmin.undone")}</span>
      )}
    </div>
  );
}
