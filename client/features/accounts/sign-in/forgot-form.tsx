import { accountsContract } from "#shared/accounts/contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";

export function ForgotForm() {
  const form = useContractForm(accountsContract.forgotPassword, {
    values: { email: "" },
    validate: ({ email }) => (email.trim() ? {} : { email: t("auth.required") }),
    toInput: (body) => ({ body }),
  });
  if (form.reply) return <p role="status">{t("auth.resetLinkSent")}</p>;
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <TextField
        {...form.field("email")}
        label={t("auth.email")}
        type="email"
        dir="ltr"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="username"
      />
      <FormError error={form.error} cause={form.cause} />
      <Button type="submit" size="large" isWide isPending={form.isPending}>
        {t("auth.sendResetLink")}
      </Button>
    </form>
  );
}
