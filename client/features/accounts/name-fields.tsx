import type { ComponentProps } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";

interface NameFieldsProps {
  readonly field: (
    name: "firstName" | "lastName" | "username",
  ) => Omit<ComponentProps<typeof TextField>, "label">;
}

export function NameFields({ field }: NameFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field("firstName")} label={t("auth.firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} label={t("auth.lastName")} autoComplete="family-name" />
      </div>
      <TextField
        {...field("username")}
        label={t("auth.username")}
        hint={t("auth.usernameHint")}
        autoComplete="nickname"
        autoCapitalize="none"
      />
    </>
  );
}
