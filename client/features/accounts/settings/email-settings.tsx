import { MailCheck, MailWarning } from "lucide-react";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

export function EmailSettings({ user }: { readonly user: User }) {
  const resendMutation = useContractMutation(accountsContract.resendVerification);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p dir="ltr" className="truncate text-start font-medium">
          {user.email}
        </p>
        <p className="flex items-center gap-1.5 text-muted text-small">
          {user.emailVerified ? (
            <MailCheck aria-hidden className="size-4 text-primary" />
          ) : (
            <MailWarning aria-hidden className="size-4 text-accent" />
          )}
          {t(user.emailVerified ? "settings.emailConfirmed" : "settings.emailNotConfirmed")}
        </p>
      </div>
      {!user.emailVerified &&
        (resendMutation.isSuccess ? (
          <p role="status" className="text-small">
            {t("settings.linkSent")}
          </p>
        ) : (
          <Button
            tone="secondary"
            size="small"
            isPending={resendMutation.isPending}
            onClick={() => resendMutation.mutate({})}
          >
            {t("settings.resendLink")}
          </Button>
        ))}
    </div>
  );
}
