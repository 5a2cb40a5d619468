import type { ComponentProps } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";

/** A code of an authenticator app, or a recovery code. */
export function CodeField(props: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      {...props}
      label={t("auth.code")}
      hint={t("auth.codeHint")}
      dir="ltr"
      autoFocus
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
