import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";

export function ForgotForm() {
  const [email, setEmail] = useState("");
  const [missing, setMissing] = useState<string>();
  const requestReset = useContractMutation(accountsContract.forgotPassword, { handlesErrors: true });
  const error = missing ?? getFieldErrors(requestReset.error)["email"];

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(email.trim() ? undefined : t("auth.required"));
    if (email.trim()) requestReset.mutate({ body: { email } });
  };

  if (requestReset.isSuccess) return <p role="status">{t("auth.resetLinkSent")}</p>;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label={t("auth.email")}
        name="email"
        type="email"
        dir="ltr"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="username"
        value={email}
        error={error}
        onChange={({ target }) => setEmail(target.value)}
      />
      {requestReset.isError && !error && (
        <p role="alert" className="text-destructive">
          {getErrorMessage(requestReset.error)}
        </p>
      )}
      <Button type="submit" size="large" isWide isPending={requestReset.isPending}>
        {t("auth.sendResetLink")}
      </Button>
    </form>
  );
}
