import type { ComponentProps } from "react";
import { type StaffUser, staffUsersContract } from "#shared/staff/users.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

export interface UserDialogProps {
  readonly user: StaffUser;
  readonly onClose: () => void;
}

const dayMs = 24 * 3_600_000;
const getDayAfter = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

interface SuspendDialogProps {
  readonly user: Pick<StaffUser, "id" | "name">;
  readonly onClose: () => void;
}

export function SuspendDialog({ user, onClose }: SuspendDialogProps) {
  const form = useContractForm(staffUsersContract.suspendUser, {
    values: { until: getDayAfter(7), reason: "" },
    toInput: ({ until, reason }) => ({
      params: { userId: user.id },
      body: { until: new Date(`${until}T00:00:00`), reason },
    }),
    onSuccess: () => {
      toast({ title: t("staff.suspended") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("staff.suspendTitle", { name: user.name })}
      description={t("staff.suspendHint")}
      submit={t("staff.suspend")}
      onClose={onClose}
    >
      <DateField {...form.field("until")} label={t("staff.until")} min={getDayAfter(1)} />
      <TextArea {...form.field("reason")} label={t("staff.reason")} />
    </FormDialog>
  );
}

const roles = { isAuthor: "staff.author", isEmployee: "staff.employee", isAdmin: "staff.admin" } as const;

export function RolesDialog({ user, onClose }: UserDialogProps) {
  const { id, name, isAuthor, isEmployee, isAdmin } = user;
  const form = useContractForm(staffUsersContract.setRoles, {
    values: { isAuthor, isEmployee, isAdmin, password: "" },
    toInput: (body) => ({ params: { userId: id }, body }),
    onSuccess: () => {
      toast({ title: t("staff.rolesChanged") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("staff.rolesTitle", { name })}
      description={t("staff.rolesHint")}
      submit={t("common.save")}
      onClose={onClose}
    >
      <div>
        {(Object.keys(roles) as (keyof typeof roles)[]).map((role) => (
          <Checkbox key={role} {...form.toggle(role)} label={t(roles[role])} />
        ))}
      </div>
      <OwnPassword {...form.field("password")} />
    </FormDialog>
  );
}

export function GrantDialog({ user, onClose }: UserDialogProps) {
  const form = useContractForm(staffUsersContract.grantMembership, {
    values: { months: "12" },
    toInput: ({ months }) => ({ params: { userId: user.id }, body: { months: Number(months) } }),
    onSuccess: () => {
      toast({ title: t("staff.granted") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("staff.grantTitle", { name: user.name })}
      description={t("staff.grantHint")}
      submit={t("staff.grant")}
      onClose={onClose}
    >
      <TextField {...form.field("months")} type="number" inputMode="numeric" label={t("staff.months")} />
    </FormDialog>
  );
}

export function DeleteUserDialog({ user, onClose }: UserDialogProps) {
  const form = useContractForm(staffUsersContract.deleteUser, {
    values: { password: "" },
    toInput: (body) => ({ params: { userId: user.id }, body }),
    onSuccess: () => {
      toast({ title: t("staff.deleted") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("staff.deleteTitle", { name: user.name })}
      description={t("staff.deleteHint")}
      submit={t("staff.delete")}
      onClose={onClose}
    >
      <OwnPassword {...form.field("password")} />
    </FormDialog>
  );
}

/** Important changes need the admin's own password. */
export function OwnPassword(props: Omit<ComponentProps<typeof PasswordField>, "label">) {
  return <PasswordField {...props} label={t("staff.ownPassword")} autoComplete="current-password" />;
}
