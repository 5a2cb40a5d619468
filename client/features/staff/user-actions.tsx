import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { type StaffUser, staffUsersContract } from "#shared/staff/users.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { ResetLinkDialog } from "./reset-link-dialog.tsx";
import { DeleteUserDialog, GrantDialog, RolesDialog, SuspendDialog } from "./user-dialogs.tsx";

interface UserActionsProps {
  readonly user: StaffUser;
  readonly actor: User;
  readonly isSuspended: boolean;
}

type DialogName = keyof typeof dialogs;

const dialogs = {
  suspend: SuspendDialog,
  roles: RolesDialog,
  resetLink: ResetLinkDialog,
  grant: GrantDialog,
  delete: DeleteUserDialog,
};

/** The actions of staff on an account. */
export function UserActions({ user, actor, isSuspended }: UserActionsProps) {
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const liftMutation = useContractMutation(staffUsersContract.liftSuspension);
  const end = useContractMutation(staffUsersContract.endSessions);
  const verify = useContractMutation(staffUsersContract.sendVerification);
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const params = { userId: user.id };
  const withToast = (title: string) => ({
    onSuccess: () => toast({ title }),
    onError: (error: unknown) => toast({ tone: "destructive", title: getErrorMessage(error) }),
  });
  const isPending = liftMutation.isPending || end.isPending || verify.isPending;
  const items = [
    isSuspended
      ? {
          label: t("staff.endSuspension"),
          onSelect: () => liftMutation.mutate({ params }, withToast(t("staff.suspensionEnded"))),
        }
      : { label: t("staff.suspend"), onSelect: () => setOpenDialog("suspend") },
    {
      label: t("staff.endSessions"),
      onSelect: () => end.mutate({ params }, withToast(t("staff.sessionsEnded"))),
    },
    ...(user.emailVerified
      ? []
      : [
          {
            label: t("staff.resend"),
            onSelect: () => verify.mutate({ params }, withToast(t("staff.resent"))),
          },
        ]),
  ];
  const forAdmins = [
    { label: t("staff.roles"), onSelect: () => setOpenDialog("roles") },
    ...(options?.sendsEmail === false && !user.isAdmin
      ? [{ label: t("staff.createResetLink"), onSelect: () => setOpenDialog("resetLink") }]
      : []),
    { label: t("staff.grant"), onSelect: () => setOpenDialog("grant") },
    { label: t("staff.delete"), onSelect: () => setOpenDialog("delete") },
  ];
  const OpenDialog = openDialog && dialogs[openDialog];
  return (
    <>
      <Menu
        label={t("staff.actionsFor", { name: user.name })}
        groups={actor.isAdmin ? [items, forAdmins] : [items]}
        trigger={(props) => (
          <IconButton
            {...props}
            label={t("staff.actionsFor", { name: user.name })}
            icon={<Ellipsis aria-hidden />}
            disabled={isPending}
          />
        )}
      />
      {OpenDialog && <OpenDialog user={user} onClose={() => setOpenDialog(null)} />}
    </>
  );
}
