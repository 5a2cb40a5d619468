import { useQuery } from "@tanstack/react-query";
import { MailCheck, MailWarning } from "lucide-react";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

export function EmailSettings({ user }: { readonly user: User }) {
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
      {!user.emailVerified && <ResendLink />}
    </div>
  );
}

function ResendLink() {
  const resendMutation = useContractMutation(accountsContract.resendVerification);
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  if (options?.sendsEmail === false) {
    return <TextLink to="/contact-us">{t("settings.noEmailContact")}</TextLink>;
  }
  if (resendMutation.isSuccess) {
    return (
      <p role="status" className="text-small">
        {t("settings.linkSent")}
      </p>
    );
  }
  return (
    <Button
      tone="secondary"
      size="small"
      isPending={resendMutation.isPending}
      onClick={() => resendMutation.mutate({})}
    >
      {t("settings.resendLink")}
    </Button>
  );
}
