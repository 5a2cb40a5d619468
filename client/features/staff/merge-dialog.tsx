import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type MergeKind, type MergePreview, mergesContract, mergeUndoDays } from "#shared/staff/merges.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { getMergedName } from "./managed-names.tsx";

interface MergeDialogProps {
  readonly kind: MergeKind;
  readonly from: { readonly id: string; readonly name: string };
  /** Chooses the target; its id is empty before. */
  readonly picker: (targetId: string, onChange: (targetId: string) => void) => ReactNode;
  readonly onClose: () => void;
}

/** Merges a genre, a theme or a contributor into another one, after showing what moves. */
export function MergeDialog({ kind, from, picker, onClose }: MergeDialogProps) {
  const undo = useContractMutation(mergesContract.undoMerge, { handlesErrors: true });
  const onUndo = (mergeId: string) =>
    undo.mutate(
      { params: { mergeId } },
      {
        onSuccess: () => toast({ title: t("catalogueAdmin.mergeUndone", { name: from.name }) }),
        onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }),
      },
    );
  const form = useContractForm(mergesContract.createMerge, {
    values: { targetId: "" },
    toInput: ({ targetId }) => ({ body: { kind, fromId: from.id, targetId } }),
    onSuccess: ({ id, targetName }) => {
      toast({
        title: t("catalogueAdmin.merged", { name: from.name, target: getMergedName(kind, targetName) }),
        action: { label: t("common.undo"), onSelect: () => onUndo(id) },
      });
      onClose();
    },
  });
  const { targetId } = form.values;
  const preview = useQuery({
    ...query(mergesContract.previewMerge, { query: { kind, fromId: from.id, targetId } }),
    enabled: targetId !== "",
    staleTime: 0,
  });
  const error = form.error ?? (preview.error && getErrorMessage(preview.error));
  return (
    <FormDialog
      form={{ ...form, error }}
      title={t("catalogueAdmin.mergeTitle", { name: from.name })}
      description={t("catalogueAdmin.mergeHint", { days: mergeUndoDays })}
      submit={t("catalogueAdmin.merge")}
      isDisabled={!targetId || !preview.data || preview.data.hasTwoAccounts}
      onClose={onClose}
    >
      {picker(targetId, (chosen) => form.set({ targetId: chosen }))}
      {targetId && preview.data && <MovedList preview={preview.data} />}
    </FormDialog>
  );
}

function MovedList({ preview: { moves, username, hasTwoAccounts } }: { readonly preview: MergePreview }) {
  if (hasTwoAccounts)
    return (
      <p role="alert" className="text-destructive text-small">
        {t("catalogueAdmin.twoAccounts")}
      </p>
    );
  if (moves.length === 0 && !username) return <p role="status">{t("catalogueAdmin.nothingMoves")}</p>;
  return (
    <div role="status">
      <p className="font-medium">{t("catalogueAdmin.moves")}</p>
      <ul className="list-disc ps-5">
        {moves.map(({ subject, count, shared }) => (
          <li key={subject}>
            {t(`catalogueAdmin.moves-${subject}`, { n: count })}
            {shared > 0 && (
              <span className="text-muted"> {t("catalogueAdmin.movesShared", { n: shared })}</span>
            )}
          </li>
        ))}
        {username && (
          <li>
            {t("catalogueAdmin.movesAccount")} <bdi dir="ltr">@{username}</bdi>
          </li>
        )}
      </ul>
    </div>
  );
}
