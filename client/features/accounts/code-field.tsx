import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";

interface CodeFieldProps {
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (code: string) => void;
}

/** A code of an authenticator app, or a recovery code. */
export function CodeField({ value, error, onChange }: CodeFieldProps) {
  return (
    <TextField
      name="code"
      label={t("auth.code")}
      hint={t("auth.codeHint")}
      error={error}
      dir="ltr"
      autoFocus
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
