import { useState } from "react";
import type { CommunityDetail } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";

const { updateCommunity } = communityContract;

/** Deletes a community, or undoes the deletion within 14 days; for its owner. */
export function DeleteCommunity({ community }: { readonly community: CommunityDetail }) {
  const { id, name, deletedAt } = community;
  const [isConfirming, setConfirming] = useState(false);
  const updateMutation = useContractMutation(updateCommunity);
  const setDeleted = (isDeleted: boolean) =>
    updateMutation.mutate(
      { params: { communityId: id }, body: { isDeleted } },
      { onSuccess: () => setConfirming(false) },
    );
  if (deletedAt) {
    return (
      <Button size="small" isPending={updateMutation.isPending} onClick={() => setDeleted(false)}>
        {t("community.undelete")}
      </Button>
    );
  }
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setConfirming(true)}>
        {t("community.delete")}
      </Button>
      <ConfirmDialog
        title={t("community.delete")}
        description={t("community.deleteHint", { name })}
        confirmLabel={t("community.delete")}
        isPending={updateMutation.isPending}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => setDeleted(true)}
      />
    </>
  );
}
