import { t } from "#client/lib/i18n/i18n.ts";
import { useNewAccount } from "./new-account.ts";

/** The address of an account that was made by mistake and deleted; null for none. */
export function useUndoneAccount(): string | null {
  const account = useNewAccount();
  return account?.isUndone ? account.email : null;
}

export function UndoneAccount() {
  const email = useUndoneAccount();
  if (email === null) return null;
  return (
    <p role="status" className="rounded-control border border-line bg-paper px-4 py-3">
      {t("auth.newAccountUndone", { email })}
    </p>
  );
}
