import { ForgotForm } from "#client/features/accounts/forgot-form.tsx";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { AuthFrame } from "./auth-frame.tsx";

/** `/auth/forgot` */
export function ForgotPage() {
  usePageTitle(say("auth.forgotTitle"));
  return (
    <AuthFrame title={say("auth.forgotTitle")} hint={say("auth.forgotHint")}>
      <ForgotForm />
    </AuthFrame>
  );
}
