import { ForgotForm } from "#client/features/accounts/sign-in/forgot-form.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { AuthFrame } from "./auth-frame.tsx";

/** `/auth/forgot` */
export function ForgotPage() {
  usePageTitle(t("auth.forgotTitle"));
  return (
    <AuthFrame title={t("auth.forgotTitle")} hint={t("auth.forgotHint")}>
      <ForgotForm />
    </AuthFrame>
  );
}
