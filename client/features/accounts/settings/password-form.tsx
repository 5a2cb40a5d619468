import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { minPasswordLength } from "#client/features/accounts/sign-in/validate-credentials.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const emptyForm = { currentPassword: "", newPassword: "" };

/** Changes the password; all other devices are signed out. */
export function PasswordForm() {
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const minLength = options?.passwordMinLength ?? minPasswordLength;
  const [values, setValues] = useState(emptyForm);
  const [tooShort, setTooShort] = useState<string>();
  const { changePassword, listSessions } = accountsContract;
  const changeMutation = useContractMutation(changePassword, {
    handlesErrors: true,
    invalidates: [listSessions],
  });
  const errors = getFieldErrors(changeMutation.error);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isLongEnough = Array.from(values.newPassword).length >= minLength;
    setTooShort(isLongEnough ? undefined : t("auth.passwordMinLength", { n: minLength }));
    if (!isLongEnough) return;
    changeMutation.mutate(
      { body: values },
      {
        onSuccess: () => {
          setValues(emptyForm);
          toast({ title: t("settings.passwordChanged"), description: t("settings.othersSignedOut") });
        },
      },
    );
  };
  const getFieldProps = (name: keyof typeof emptyForm) => ({
    name,
    value: values[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      setValues((previous) => ({ ...previous, [name]: target.value })),
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <PasswordField
        {...getFieldProps("currentPassword")}
        label={t("settings.currentPassword")}
        autoComplete="current-password"
        error={errors["currentPassword"]}
      />
      <PasswordField
        {...getFieldProps("newPassword")}
        label={t("auth.newPassword")}
        hint={t("auth.passwordHint", { n: minLength })}
        autoComplete="new-password"
        error={tooShort ?? errors["newPassword"]}
      />
      {changeMutation.isError && Object.keys(errors).length === 0 && (
        <p role="alert" className="text-destructive">
          {getErrorMessage(changeMutation.error)}
        </p>
      )}
      <Button type="submit" className="self-start" isPending={changeMutation.isPending}>
        {t("settings.changePassword")}
      </Button>
    </form>
  );
}
