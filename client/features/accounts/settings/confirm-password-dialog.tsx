import { type FormEvent, type ReactNode, useState } from "react";
import { CodeField } from "#client/features/accounts/code-field.tsx";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

const minCodeLength = 6;

interface ConfirmPasswordDialogProps {
  readonly title: string;
  readonly description: string;
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly isDestructive?: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Asks for a code of two-step verification as well. */
  readonly needsCode?: boolean;
  readonly onConfirm: (password: string, code: string) => void;
  readonly onClose: () => void;
}

/** Asks for the password before a sensitive action. */
export function ConfirmPasswordDialog({
  title,
  description,
  children,
  confirmLabel,
  isDestructive = false,
  needsCode = false,
  isPending,
  error,
  onConfirm,
  onClose,
}: ConfirmPasswordDialogProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const errors = getFieldErrors(error);
  const codeError = needsCode ? errors["code"] : undefined;
  const passwordError = error && !codeError ? (errors["password"] ?? getErrorMessage(error)) : undefined;
  const isComplete = password !== "" && (!needsCode || code.trim().length >= minCodeLength);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) onConfirm(password, code);
  };
  return (
    <Dialog title={title} description={description} isOpen onClose={onClose}>
      {children}
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {needsCode && <CodeField value={code} error={codeError} onChange={setCode} />}
        <PasswordField
          label={t("auth.password")}
          name="password"
          autoComplete="current-password"
          value={password}
          error={passwordError}
          onChange={({ target }) => setPassword(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            tone={isDestructive ? "destructive" : "primary"}
            disabled={!isComplete}
            isPending={isPending}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
