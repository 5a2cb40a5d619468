import { EllipsisVertical, Flag, Megaphone, Pencil, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type ShelfDetail, shelvesContract } from "#shared/shelves/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const EditShelfDialog = lazyOverlay(
  async () => (await import("#client/features/shelves/shelf-dialog.tsx")).EditShelfDialog,
);
const ReportContent = lazyOverlay(async () => {
  await loadMessages("moderation");
  return (await import("#client/features/moderation/report-content.tsx")).ReportContent;
});

/** The actions of the owner, other readers and admins on a shelf; none for guests. */
export function ShelfMenu({ shelf }: { readonly shelf: ShelfDetail }) {
  const user = useUser();
  const [opened, setOpened] = useState<"edit" | "delete" | "report" | null>(null);
  const pickMutation = useContractMutation(shelvesContract.pickShelf);
  if (!user) return null;
  const { id, isOwn, isPicked, visibility, removedReason } = shelf;
  const close = () => setOpened(null);
  const pick = () =>
    pickMutation.mutate(
      { body: { shelfId: isPicked ? null : id } },
      { onSuccess: () => toast({ title: t(isPicked ? "shelves.unpicked" : "shelves.picked") }) },
    );
  const ownItems = [
    ...(removedReason === null
      ? [{ label: t("shelves.edit"), icon: <Pencil aria-hidden />, onSelect: () => setOpened("edit") }]
      : []),
    {
      label: t("shelves.delete"),
      icon: <Trash2 aria-hidden />,
      isDestructive: true,
      onSelect: () => setOpened("delete"),
    },
  ];
  const readerItems = [
    { label: t("shelves.report"), icon: <Flag aria-hidden />, onSelect: () => setOpened("report") },
  ];
  const adminItems = [
    {
      label: t(isPicked ? "shelves.unpick" : "shelves.pick"),
      icon: <Megaphone aria-hidden />,
      onSelect: pick,
    },
  ];
  return (
    <>
      <Menu
        label={t("shelves.actions")}
        groups={[user.isAdmin && visibility === "public" ? adminItems : [], isOwn ? ownItems : readerItems]}
        trigger={(props) => (
          <IconButton {...props} label={t("shelves.actions")} icon={<EllipsisVertical aria-hidden />} />
        )}
      />
      <Suspense>
        {opened === "edit" && <EditShelfDialog shelf={shelf} onClose={close} />}
        {opened === "report" && <ReportContent subject={{ type: "shelf", id }} onClose={close} />}
      </Suspense>
      {opened === "delete" && <DeleteShelf shelf={shelf} onClose={close} />}
    </>
  );
}

function DeleteShelf({ shelf, onClose }: { readonly shelf: ShelfDetail; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const deleteMutation = useContractMutation(shelvesContract.deleteShelf);
  const confirm = () =>
    deleteMutation.mutate(
      { params: { shelfId: shelf.id } },
      {
        onSuccess: () => {
          toast({ title: t("shelves.deleted") });
          void navigate("/library?view=shelves", { replace: true });
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title={t("shelves.delete")}
      description={t("shelves.deleteHint", { name: shelf.name })}
      confirmLabel={t("shelves.delete")}
      isPending={deleteMutation.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
