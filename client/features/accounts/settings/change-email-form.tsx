import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** Sends a link to the new address. The old one stays until the link is opened. */
export function ChangeEmailForm() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const changeEmail = useContractMutation(accountsContract.changeEmail, { handlesErrors: true });
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const errors = getFieldErrors(changeEmail.error);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    changeEmail.mutate({ body: { email, password } });
  };

  if (options?.sendsEmail === false) {
    return (
      <p>
        {t("settings.noEmail")} <TextLink to="/contact-us">{t("settings.noEmailContact")}</TextLink>
      </p>
    );
  }
  if (changeEmail.isSuccess) return <p role="status">{t("notifications.linkToNew", { email })}</p>;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label={t("notifications.newEmail")}
        hint={t("notifications.newEmailHint")}
        name="email"
        type="email"
        dir="ltr"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="email"
        value={email}
        error={errors["email"]}
        onChange={({ target }) => setEmail(target.value)}
      />
      <PasswordField
        label={t("notifications.password")}
        name="password"
        autoComplete="current-password"
        value={password}
        error={errors["password"]}
        onChange={({ target }) => setPassword(target.value)}
      />
      {changeEmail.isError && Object.keys(errors).length === 0 && (
        <p role="alert" className="text-destructive">
          {getErrorMessage(changeEmail.error)}
        </p>
      )}
      <Button
        type="submit"
        className="self-start"
        disabled={!email.trim() || !password}
        isPending={changeEmail.isPending}
      >
        {t("notifications.changeEmail")}
      </Button>
    </form>
  );
}
