import { type FormEvent, type ReactNode, useState } from "react";
import { type StaffUser, staffUsersContract } from "#shared/staff/users.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

export interface UserDialogProps {
  readonly user: StaffUser;
  readonly onClose: () => void;
}

const options = { invalidates: [staffUsersContract.listUsers], handlesErrors: true };

interface FormDialogProps {
  readonly onClose: () => void;
  readonly title: string;
  readonly description: string;
  readonly submit: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, error, isPending, onSubmit, onClose, children } = props;
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} description={description} isOpen onClose={onClose}>
      <form noValidate onSubmit={send} className="flex flex-col gap-4">
        {children}
        <FormFooter
          error={error && !getFieldErrors(error)["password"] ? getErrorMessage(error) : null}
          submit={submit}
          isPending={isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

const dayMs = 24 * 3_600_000;
const getDayAfter = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const minReasonLength = 10;

interface SuspendDialogProps {
  readonly user: Pick<StaffUser, "id" | "name">;
  readonly onClose: () => void;
}

export function SuspendDialog({ user, onClose }: SuspendDialogProps) {
  const [day, setDay] = useState(getDayAfter(7));
  const [reason, setReason] = useState("");
  const [isShort, setShort] = useState(false);
  const suspend = useContractMutation(staffUsersContract.suspendUser, options);
  const submit = () => {
    setShort(reason.trim().length < minReasonLength);
    if (reason.trim().length < minReasonLength) return;
    suspend.mutate(
      { params: { userId: user.id }, body: { until: new Date(`${day}T00:00:00`), reason } },
      {
        onSuccess: () => {
          toast({ title: t("staff.suspended") });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t("staff.suspendTitle", { name: user.name })}
      description={t("staff.suspendHint")}
      submit={t("staff.suspend")}
      error={suspend.error}
      isPending={suspend.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <DateField
        label={t("staff.until")}
        min={getDayAfter(1)}
        value={day}
        error={getFieldErrors(suspend.error)["until"]}
        onChange={setDay}
      />
      <TextArea
        label={t("staff.reason")}
        maxLength={500}
        value={reason}
        error={isShort ? t("common.tooShort", { n: minReasonLength }) : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}

export function RolesDialog({ user, onClose }: UserDialogProps) {
  const [roles, setRoles] = useState({
    isAuthor: user.isAuthor,
    isEmployee: user.isEmployee,
    isAdmin: user.isAdmin,
  });
  const [password, setPassword] = useState("");
  const change = useContractMutation(staffUsersContract.setRoles, options);
  const submit = () =>
    change.mutate(
      { params: { userId: user.id }, body: { ...roles, password } },
      {
        onSuccess: () => {
          toast({ title: t("staff.rolesChanged") });
          onClose();
        },
      },
    );
  const names = { isAuthor: "staff.author", isEmployee: "staff.employee", isAdmin: "staff.admin" } as const;
  return (
    <FormDialog
      title={t("staff.rolesTitle", { name: user.name })}
      description={t("staff.rolesHint")}
      submit={t("common.save")}
      error={change.error}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        {(Object.keys(names) as (keyof typeof names)[]).map((role) => (
          <Checkbox
            key={role}
            label={t(names[role])}
            checked={roles[role]}
            onChange={({ target }) => setRoles({ ...roles, [role]: target.checked })}
          />
        ))}
      </div>
      <OwnPassword value={password} error={change.error} onChange={setPassword} />
    </FormDialog>
  );
}

const maxGrantMonths = 120;

export function GrantDialog({ user, onClose }: UserDialogProps) {
  const [months, setMonths] = useState("12");
  const grant = useContractMutation(staffUsersContract.grantMembership, options);
  const submit = () =>
    grant.mutate(
      { params: { userId: user.id }, body: { months: Number(months) } },
      {
        onSuccess: () => {
          toast({ title: t("staff.granted") });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t("staff.grantTitle", { name: user.name })}
      description={t("staff.grantHint")}
      submit={t("staff.grant")}
      error={grant.error}
      isPending={grant.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        type="number"
        inputMode="numeric"
        label={t("staff.months")}
        min={1}
        max={maxGrantMonths}
        value={months}
        error={getFieldErrors(grant.error)["months"]}
        onChange={({ target }) => setMonths(target.value)}
      />
    </FormDialog>
  );
}

export function DeleteUserDialog({ user, onClose }: UserDialogProps) {
  const [password, setPassword] = useState("");
  const remove = useContractMutation(staffUsersContract.deleteUser, options);
  const submit = () =>
    remove.mutate(
      { params: { userId: user.id }, body: { password } },
      {
        onSuccess: () => {
          toast({ title: t("staff.deleted") });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t("staff.deleteTitle", { name: user.name })}
      description={t("staff.deleteHint")}
      submit={t("staff.delete")}
      error={remove.error}
      isPending={remove.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <OwnPassword value={password} error={remove.error} onChange={setPassword} />
    </FormDialog>
  );
}

interface OwnPasswordProps {
  readonly value: string;
  readonly error: unknown;
  readonly onChange: (password: string) => void;
}

/** Important changes need the admin's own password. */
export function OwnPassword({ value, error, onChange }: OwnPasswordProps) {
  return (
    <PasswordField
      label={t("staff.ownPassword")}
      autoComplete="current-password"
      value={value}
      error={getFieldErrors(error)["password"]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
