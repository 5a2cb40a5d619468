import { useQuery } from "@tanstack/react-query";
import { accountsContract } from "#shared/accounts/contract.ts";
import { ForgotForm } from "#client/features/accounts/sign-in/forgot-form.tsx";
import { query } from "#client/lib/api/query.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";

/** `/auth/forgot` */
export function ForgotPage() {
  usePageTitle(t("auth.forgotTitle"));
  const { data: options, isLoading } = useQuery(query(accountsContract.getSignInOptions, {}));
  if (isLoading) {
    return (
      <AuthFrame title={t("auth.forgotTitle")}>
        <Skeletons count={2} className="flex flex-col gap-4">
          <Skeleton className="h-12 w-full" />
        </Skeletons>
      </AuthFrame>
    );
  }
  if (options?.sendsEmail === false) {
    return (
      <AuthFrame title={t("auth.forgotTitle")} hint={t("auth.noEmailHint")}>
        <ButtonLink to="/contact-us" size="large" isWide>
          {t("shell.contactUs")}
        </ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("auth.forgotTitle")} hint={t("auth.forgotHint")}>
      <ForgotForm />
    </AuthFrame>
  );
}
