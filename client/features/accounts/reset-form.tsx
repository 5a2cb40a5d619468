import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { fieldProblems } from "#client/lib/api/error-message.ts";
import { query, useCall } from "#client/lib/api/query.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { LinkRefused } from "./invalid-link.tsx";
import { leastPasswordLength } from "./validate-credentials.ts";

/** Sets a new password with the token of a mailed link. */
export function ResetForm({ token }: { readonly token: string }) {
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const leastLength = options?.passwordMinLength ?? leastPasswordLength;
  const [newPassword, setNewPassword] = useState("");
  const [tooShort, setTooShort] = useState<string>();
  const resetting = useCall(accountsContract.resetPassword, { saysItself: true });
  const refused = fieldProblems(resetting.error)["newPassword"];

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isLongEnough = Array.from(newPassword).length >= leastLength;
    setTooShort(isLongEnough ? undefined : say("auth.passwordLeast", { n: leastLength }));
    if (isLongEnough) resetting.mutate({ body: { token, newPassword } });
  };

  if (resetting.isSuccess) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>{say("auth.passwordSet")}</p>
        <ButtonLink to="/auth">{say("common.signIn")}</ButtonLink>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <PasswordField
        label={say("auth.newPassword")}
        name="newPassword"
        autoComplete="new-password"
        hint={say("auth.passwordHint", { n: leastLength })}
        value={newPassword}
        error={tooShort ?? refused}
        onChange={({ target }) => setNewPassword(target.value)}
      />
      {resetting.isError && !refused && <LinkRefused error={resetting.error} askAt="/auth/forgot" />}
      <Button type="submit" size="large" isWide isPending={resetting.isPending}>
        {say("auth.setPassword")}
      </Button>
    </form>
  );
}
