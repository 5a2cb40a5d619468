import { useQuery } from "@tanstack/react-query";
import { accountsContract } from "#shared/accounts/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** Sends a link to the new address. The old one stays until the link is opened. */
export function ChangeEmailForm() {
  const form = useContractForm(accountsContract.changeEmail, {
    values: { email: "", password: "" },
    toInput: (body) => ({ body }),
  });
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const { email, password } = form.values;
  if (options?.sendsEmail === false) {
    return (
      <p>
        {t("settings.noEmail")} <TextLink to="/contact-us">{t("settings.noEmailContact")}</TextLink>
      </p>
    );
  }
  if (form.reply) return <p role="status">{t("notifications.linkToNew", { email })}</p>;
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <TextField
        {...form.field("email")}
        label={t("notifications.newEmail")}
        hint={t("notifications.newEmailHint")}
        type="email"
        dir="ltr"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="email"
      />
      <PasswordField
        {...form.field("password")}
        label={t("notifications.password")}
        autoComplete="current-password"
      />
      <FormError error={form.error} cause={form.cause} />
      <Button
        type="submit"
        className="self-start"
        disabled={!email.trim() || !password}
        isPending={form.isPending}
      >
        {t("notifications.changeEmail")}
      </Button>
    </form>
  );
}
