import { ForgotForm } from "#client/features/accounts/forgot-form.tsx";
import { usePageTitle } from "#client/lib/page-title.ts";
import { say } from "#client/lib/words.ts";
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
