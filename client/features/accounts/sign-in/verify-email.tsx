import { accountsContract } from "#shared/accounts/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { InvalidLink } from "./invalid-link.tsx";

interface VerifyEmailProps {
  readonly token: string;
  readonly isNewEmail: boolean;
}

/** Verifies on a click, because mail scanners open links. */
export function VerifyEmail({ token, isNewEmail }: VerifyEmailProps) {
  const { verifyEmail, confirmEmailChange } = accountsContract;
  const verifyMutation = useContractMutation(isNewEmail ? confirmEmailChange : verifyEmail, {
    handlesErrors: true,
  });

  if (verifyMutation.isSuccess) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <p>{t(isNewEmail ? "notifications.confirmed" : "auth.verified")}</p>
        <ButtonLink to="/home">{t("auth.goHome")}</ButtonLink>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {verifyMutation.isError && <InvalidLink error={verifyMutation.error} requestPath="/user-settings" />}
      <Button
        size="large"
        isWide
        isPending={verifyMutation.isPending}
        onClick={() => verifyMutation.mutate({ body: { token } })}
      >
        {t(isNewEmail ? "notifications.confirmNew" : "auth.confirmEmail")}
      </Button>
    </div>
  );
}
