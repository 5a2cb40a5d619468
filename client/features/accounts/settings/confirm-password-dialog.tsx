import type { ReactNode } from "react";
import { CodeField } from "#client/features/accounts/code-field.tsx";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";

const minCodeLength = 6;

interface ConfirmPasswordDialogProps {
  readonly title: string;
  readonly description: string;
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly isDestructive?: boolean;
  /** Asks for a code of two-step verification as well. */
  readonly needsCode?: boolean;
  /** A rejection is shown at its field, by default the password. */
  readonly onConfirm: (password: string, code: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password before a sensitive action. */
export function ConfirmPasswordDialog({
  children,
  confirmLabel,
  isDestructive = false,
  needsCode = false,
  onConfirm,
  ...dialog
}: ConfirmPasswordDialogProps) {
  const form = useForm({
    values: { password: "", code: "" },
    errorField: "password",
    onSubmit: ({ password, code }) => onConfirm(password, code),
  });
  const { password, code } = form.values;
  return (
    <FormDialog
      {...dialog}
      form={form}
      submit={confirmLabel}
      tone={isDestructive ? "destructive" : "primary"}
      isDisabled={password === "" || (needsCode && code.trim().length < minCodeLength)}
    >
      {children}
      {needsCode && <CodeField {...form.field("code")} maxLength={20} />}
      <PasswordField {...form.field("password")} label={t("auth.password")} autoComplete="current-password" />
    </FormDialog>
  );
}
