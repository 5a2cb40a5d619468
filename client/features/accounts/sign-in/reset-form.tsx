import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { getFieldErrors } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { InvalidLink } from "./invalid-link.tsx";
import { minPasswordLength } from "./validate-credentials.ts";

/** Sets a new password with the token from an email link. */
export function ResetForm({ token }: { readonly token: string }) {
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const minLength = options?.passwordMinLength ?? minPasswordLength;
  const [newPassword, setNewPassword] = useState("");
  const [tooShort, setTooShort] = useState<string>();
  const resetMutation = useContractMutation(accountsContract.resetPassword, { handlesErrors: true });
  const rejected = getFieldErrors(resetMutation.error)["newPassword"];

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isLongEnough = Array.from(newPassword).length >= minLength;
    setTooShort(isLongEnough ? undefined : t("auth.passwordMinLength", { n: minLength }));
    if (isLongEnough) resetMutation.mutate({ body: { token, newPassword } });
  };

  if (resetMutation.isSuccess) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>{t("auth.passwordSet")}</p>
        <ButtonLink to="/auth">{t("common.signIn")}</ButtonLink>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <PasswordField
        label={t("auth.newPassword")}
        name="newPassword"
        autoComplete="new-password"
        hint={t("auth.passwordHint", { n: minLength })}
        value={newPassword}
        error={tooShort ?? rejected}
        onChange={({ target }) => setNewPassword(target.value)}
      />
      {resetMutation.isError && !rejected && (
        <InvalidLink error={resetMutation.error} requestPath="/auth/forgot" />
      )}
      <Button type="submit" size="large" isWide isPending={resetMutation.isPending}>
        {t("auth.setPassword")}
      </Button>
    </form>
  );
}
