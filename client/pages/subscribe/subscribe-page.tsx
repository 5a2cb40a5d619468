import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import { membershipsContract } from "#shared/memberships/contract.ts";
import { CurrentMembership } from "#client/features/memberships/current-membership.tsx";
import { Plans } from "#client/features/memberships/plans.tsx";
import { RedeemForm } from "#client/features/memberships/redeem-form.tsx";
import { query } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/subscribe`: the free and the supporter plan. */
export function SubscribePage() {
  const { user } = useSession();
  usePageTitle(t("membership.title"));
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <PageHeader title={t("membership.title")} hint={t("membership.hint")} />
      {user ? <ReaderPlans /> : <GuestPlans />}
    </div>
  );
}

function ReaderPlans() {
  const membership = useQuery(query(membershipsContract.getMembership, {}));
  return (
    <QueryState
      query={membership}
      loading={<Skeleton className="h-96 rounded-card" />}
      errorTitle={t("membership.loadFailed")}
    >
      {(membership) => (
        <>
          <CurrentMembership membership={membership} />
          <Plans membership={membership} />
          <RedeemForm />
        </>
      )}
    </QueryState>
  );
}

function GuestPlans() {
  const { pathname } = useLocation();
  return (
    <>
      <Plans membership={null} />
      <Card className="flex flex-col items-start gap-3">
        <p>{t("membership.signInHint")}</p>
        <ButtonLink to={getSignInPath(pathname)}>{t("common.signIn")}</ButtonLink>
      </Card>
    </>
  );
}
