import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { accountsContract } from "#shared/accounts/contract.ts";
import { readEmailLink } from "#shared/accounts/email-links.ts";
import { AuthForm } from "#client/features/accounts/sign-in/auth-form.tsx";
import { CodeForm } from "#client/features/accounts/sign-in/code-form.tsx";
import type { AuthMode } from "#client/features/accounts/sign-in/validate-credentials.ts";
import { query } from "#client/lib/api/query.ts";
import { toSafeReturnTo } from "#client/lib/api/return-to.ts";
import { useSession } from "#client/lib/api/session.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { Tabs } from "#client/ui/tabs.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { ConfirmEmail, ResetPassword } from "./email-link-forms.tsx";

/** `/auth`; `?mode=sign-up` opens the sign-up form, and email links put their token behind `#` */
export function AuthPage() {
  const emailLink = readEmailLink(useLocation().hash);
  if (!emailLink) return <SignIn />;
  return emailLink.purpose === "reset-password" ? (
    <ResetPassword token={emailLink.token} />
  ) : (
    <ConfirmEmail token={emailLink.token} isNewEmail={emailLink.purpose === "change-email"} />
  );
}

const AppealSuspension = lazyComponent(async () => {
  const [module] = await Promise.all([
    import("#client/features/decisions/appeal-suspension.tsx"),
    loadMessages("decisions"),
  ]);
  return module.AppealSuspension;
});

function SignIn() {
  const { user, isLoading } = useSession();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const mode: AuthMode = params.get("mode") === "sign-up" ? "sign-up" : "sign-in";
  const returnTo = toSafeReturnTo(params.get("returnTo"));
  const title = t(mode === "sign-up" ? "auth.createAccount" : "common.signIn");
  usePageTitle(title);
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const isClosed = options?.registration === "closed";

  const changeMode = (selected: AuthMode) =>
    setParams(
      (previous) => {
        if (selected === "sign-up") previous.set("mode", selected);
        else previous.delete("mode");
        return previous;
      },
      { replace: true },
    );

  if (isLoading) return <Spinner />;
  if (user) return <Navigate replace to={returnTo} />;
  if (params.get("step") === "code") {
    return (
      <AuthFrame title={title} hint={t("auth.codeTitle")}>
        <CodeForm onDone={(to) => void navigate(to, { replace: true })} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={title} hint={t("auth.hint", { product: getProductName() })}>
      {params.get("problem") === "provider" && (
        <p role="alert" className="text-destructive">
          {t("auth.providerFailed")}
        </p>
      )}
      <Tabs
        label={t("auth.modes")}
        tabs={[
          { value: "sign-in", label: t("common.signIn") },
          { value: "sign-up", label: t("auth.createAccount") },
        ]}
        value={mode}
        onChange={changeMode}
      >
        {mode === "sign-up" && isClosed ? (
          <p role="status">{t("auth.registrationClosed")}</p>
        ) : (
          <AuthForm
            mode={mode}
            returnTo={returnTo}
            onDone={() => void navigate(returnTo, { replace: true })}
            renderSuspended={({ email, password }) => (
              <Suspense>
                <AppealSuspension email={email} password={password} />
              </Suspense>
            )}
          />
        )}
      </Tabs>
    </AuthFrame>
  );
}
