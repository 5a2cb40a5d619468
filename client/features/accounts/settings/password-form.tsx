import { useQuery } from "@tanstack/react-query";
import { accountsContract } from "#shared/accounts/contract.ts";
import {
  findPasswordProblem,
  minPasswordLength,
} from "#client/features/accounts/sign-in/validate-credentials.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const emptyForm = { currentPassword: "", newPassword: "" };

/** Changes the password; all other devices are signed out. */
export function PasswordForm() {
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const minLength = options?.passwordMinLength ?? minPasswordLength;
  const form = useContractForm(accountsContract.changePassword, {
    values: emptyForm,
    validate: ({ newPassword }) => ({ newPassword: findPasswordProblem(newPassword, minLength) }),
    toInput: (body) => ({ body }),
    onSuccess: () => {
      form.reset(emptyForm);
      toast({ title: t("settings.passwordChanged"), description: t("settings.othersSignedOut") });
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <PasswordField
        {...form.field("currentPassword")}
        label={t("settings.currentPassword")}
        autoComplete="current-password"
      />
      <PasswordField
        {...form.field("newPassword")}
        label={t("auth.newPassword")}
        hint={t("auth.passwordHint", { n: minLength })}
        autoComplete="new-password"
      />
      <FormError error={form.error} cause={form.cause} />
      <Button type="submit" className="self-start" isPending={form.isPending}>
        {t("settings.changePassword")}
      </Button>
    </form>
  );
}
