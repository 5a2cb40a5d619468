import { useQuery } from "@tanstack/react-query";
import { accountsContract } from "#shared/accounts/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { InvalidLink } from "./invalid-link.tsx";
import { findPasswordProblem, minPasswordLength } from "./validate-credentials.ts";

/** Sets a new password with the token from an email link. */
export function ResetForm({ token }: { readonly token: string }) {
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const minLength = options?.passwordMinLength ?? minPasswordLength;
  const form = useContractForm(accountsContract.resetPassword, {
    values: { newPassword: "" },
    validate: ({ newPassword }) => ({ newPassword: findPasswordProblem(newPassword, minLength) }),
    toInput: ({ newPassword }) => ({ body: { token, newPassword } }),
  });
  if (form.reply) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>{t("auth.passwordSet")}</p>
        <ButtonLink to="/auth">{t("common.signIn")}</ButtonLink>
      </div>
    );
  }
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <PasswordField
        {...form.field("newPassword")}
        label={t("auth.newPassword")}
        autoComplete="new-password"
        hint={t("auth.passwordHint", { n: minLength })}
      />
      {form.error !== null && <InvalidLink error={form.cause} requestPath="/auth/forgot" />}
      <Button type="submit" size="large" isWide isPending={form.isPending}>
        {t("auth.setPassword")}
      </Button>
    </form>
  );
}
