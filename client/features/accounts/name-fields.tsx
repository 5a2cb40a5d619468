import type { InputHTMLAttributes } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";

interface NameFieldsProps {
  readonly getFieldProps: (
    name: "firstName" | "lastName" | "username",
  ) => InputHTMLAttributes<HTMLInputElement>;
}

export function NameFields({ getFieldProps }: NameFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...getFieldProps("firstName")}
          label={t("auth.firstName")}
          autoComplete="given-name"
          maxLength={60}
        />
        <TextField
          {...getFieldProps("lastName")}
          label={t("auth.lastName")}
          autoComplete="family-name"
          maxLength={60}
        />
      </div>
      <TextField
        {...getFieldProps("username")}
        label={t("auth.username")}
        hint={t("auth.usernameHint")}
        autoComplete="nickname"
        autoCapitalize="none"
        maxLength={30}
      />
    </>
  );
}
