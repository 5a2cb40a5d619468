import { useQueryClient } from "@tanstack/react-query";
import { accountsContract } from "#shared/accounts/contract.ts";
import { CodeField } from "#client/features/accounts/code-field.tsx";
import { toSafeReturnTo } from "#client/lib/api/return-to.ts";
import { setSessionUser } from "#client/lib/api/session.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

/** The second factor after a sign-in with a provider. */
export function CodeForm({ onDone }: { readonly onDone: (returnTo: string) => void }) {
  const client = useQueryClient();
  const form = useContractForm(accountsContract.finishSignIn, {
    values: { code: "" },
    toInput: (body) => ({ body }),
    errorField: "code",
    onSuccess: ({ user, returnTo }) => {
      setSessionUser(client, user);
      onDone(toSafeReturnTo(returnTo));
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <CodeField {...form.field("code")} />
      <Button
        type="submit"
        size="large"
        isWide
        disabled={form.values.code.trim().length < 6}
        isPending={form.isPending}
      >
        {t("common.signIn")}
      </Button>
    </form>
  );
}
