import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type BulkEdit, bulkEditsContract } from "#shared/publishing/bulk-edits.ts";
import { getFieldLabel } from "#client/features/publishing/book-form/field-labels.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatCount, formatItems, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";

const pollIntervalMs = 2_000;

const isBusy = ({ state }: BulkEdit) => state === "running" || state === "undoing";

/** The last bulk edits, each with its undo. */
export function BulkEditHistory() {
  const [editToUndo, setEditToUndo] = useState<BulkEdit | null>(null);
  const { data } = useQuery({
    ...query(bulkEditsContract.listBulkEdits, {}),
    refetchInterval: ({ state }) => (state.data?.edits.some(isBusy) ? pollIntervalMs : false),
  });
  const undo = useContractMutation(bulkEditsContract.undoBulkEdit);
  if (!data || data.edits.length === 0) return null;
  return (
    <details className="mb-4 rounded-card border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer p-3">
        {t("publishing.bulkHistory", { n: data.edits.length })}
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {data.edits.map((edit) => (
          <li key={edit.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
            <div className="min-w-0 flex-1">
              <p>{formatItems(edit.fields.map(getFieldLabel))}</p>
              <p className="text-muted text-small">
                {t(`publishing.bulk-${edit.state}`, {
                  done: formatCount(edit.done),
                  total: formatCount(edit.total),
                })}
                {" · "}
                <bdi>{edit.actor}</bdi>
                {" · "}
                {formatRelativeTime(edit.createdAt)}
              </p>
            </div>
            {edit.state === "done" && (
              <Button tone="secondary" onClick={() => setEditToUndo(edit)}>
                {t("publishing.bulkUndo")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {editToUndo && (
        <ConfirmDialog
          isOpen
          title={t("publishing.bulkUndoTitle")}
          description={t("publishing.bulkUndoHint", {
            n: editToUndo.total,
            count: formatCount(editToUndo.total),
          })}
          confirmLabel={t("publishing.bulkUndo")}
          isPending={undo.isPending}
          onConfirm={() =>
            undo.mutate({ params: { bulkId: editToUndo.id } }, { onSettled: () => setEditToUndo(null) })
          }
          onClose={() => setEditToUndo(null)}
        />
      )}
    </details>
  );
}
