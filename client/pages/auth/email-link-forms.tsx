import { ResetForm } from "#client/features/accounts/sign-in/reset-form.tsx";
import { VerifyEmail } from "#client/features/accounts/sign-in/verify-email.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { AuthFrame } from "./auth-frame.tsx";

export function ResetPassword({ token }: { readonly token: string }) {
  usePageTitle(t("auth.resetTitle"));
  return (
    <AuthFrame title={t("auth.resetTitle")} hint={t("auth.resetHint")}>
      <ResetForm token={token} />
    </AuthFrame>
  );
}

interface ConfirmEmailProps {
  readonly token: string;
  readonly isNewEmail: boolean;
}

export function ConfirmEmail({ token, isNewEmail }: ConfirmEmailProps) {
  usePageTitle(t("auth.verifyTitle"));
  return (
    <AuthFrame title={t("auth.verifyTitle")}>
      <VerifyEmail token={token} isNewEmail={isNewEmail} />
    </AuthFrame>
  );
}
