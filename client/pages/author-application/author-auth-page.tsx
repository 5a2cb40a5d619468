import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "#shared/accounts/user.ts";
import { authorsContract } from "#shared/authors/contract.ts";
import { AuthForm } from "#client/features/accounts/sign-in/auth-form.tsx";
import type { AuthMode } from "#client/features/accounts/sign-in/validate-credentials.ts";
import { ApplicationState } from "#client/features/authors/application-state.tsx";
import { query } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Tabs } from "#client/ui/tabs.tsx";

const path = "/author-auth";

/** `/author-auth`: authors sign in with their account; readers apply to become authors. */
export function AuthorAuthPage() {
  const { user, isLoading } = useSession();
  usePageTitle(t("authorApplication.title"));
  if (isLoading) return <Spinner />;
  return (
    <div className="max-w-3xl">
      <PageHeader title={t("authorApplication.title")} hint={t("authorApplication.hint")} />
      {user ? <Application user={user} /> : <SignIn />}
    </div>
  );
}

function Application({ user }: { readonly user: User }) {
  const myApplication = useQuery(query(authorsContract.getMyApplication, {}));
  return (
    <QueryState
      query={myApplication}
      loading={<Skeleton className="h-96 rounded-card" />}
      errorTitle={t("authorApplication.loadFailed")}
    >
      {(application) => <ApplicationState user={user} application={application} />}
    </QueryState>
  );
}

function SignIn() {
  const [mode, setMode] = useState<AuthMode>("sign-in");
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_1.2fr]">
      <Card>
        <h2 className="mb-3 font-semibold font-title text-h3">{t("authorApplication.how")}</h2>
        <ol className="flex list-decimal flex-col gap-2 ps-5 marker:text-accent">
          <li>{t("authorApplication.step1")}</li>
          <li>{t("authorApplication.step2")}</li>
          <li>{t("authorApplication.step3")}</li>
        </ol>
        <p className="mt-4 text-muted text-small">{t("authorApplication.signInHint")}</p>
      </Card>
      <Card>
        <Tabs
          label={t("auth.modes")}
          tabs={[
            { value: "sign-in", label: t("common.signIn") },
            { value: "sign-up", label: t("auth.createAccount") },
          ]}
          value={mode}
          onChange={setMode}
        >
          <h2 className="sr-only">{t(mode === "sign-up" ? "auth.createAccount" : "common.signIn")}</h2>
          <AuthForm mode={mode} returnTo={path} onDone={() => undefined} />
        </Tabs>
      </Card>
    </div>
  );
}
