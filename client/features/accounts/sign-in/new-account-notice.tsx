import { UserRoundPlus, X } from "lucide-react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { setLastUser } from "#client/lib/api/last-user.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { setNewAccount } from "./new-account.ts";

/** Says that a sign-in created an account, and undoes it. */
export function NewAccountNotice({ email }: { readonly email: string }) {
  const undo = useContractMutation(accountsContract.undoRegistration, { handlesErrors: true });
  const onUndo = async () => {
    try {
      // The end of the session may remove this notice before the reply arrives.
      await undo.mutateAsync({});
    } catch {
      return;
    }
    setNewAccount({ email, isUndone: true });
    setLastUser(null);
    // Loads the page again, so that nothing of the account stays in memory.
    location.assign("/auth");
  };
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-line border-b bg-surface px-4 py-2 text-small">
      <UserRoundPlus aria-hidden className="size-5 shrink-0 text-primary" />
      <p className="min-w-0 flex-1 break-words sm:flex-none">
        <span className="font-semibold">{t("auth.newAccount", { email })}</span>{" "}
        <span className="text-muted">
          {undo.error ? getErrorMessage(undo.error) : t("auth.newAccountHint")}
        </span>
      </p>
      <div className="flex items-center gap-1">
        <Button tone="secondary" size="small" isPending={undo.isPending} onClick={() => void onUndo()}>
          {t("auth.undoNewAccount")}
        </Button>
        <IconButton label={t("common.close")} icon={<X aria-hidden />} onClick={() => setNewAccount(null)} />
      </div>
    </div>
  );
}
