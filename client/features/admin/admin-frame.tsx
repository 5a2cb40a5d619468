import { ShieldCheck, ShieldX } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { isStaff, type User } from "#shared/accounts/user.ts";
import type { AdminDashboard } from "#shared/admin/contract.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { SessionLoading } from "#client/ui/feedback/session-loading.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { AdminNav } from "./admin-nav.tsx";
import { getStaffLoginPath } from "./staff-paths.ts";
import { needsSecondFactor, useAdminDashboard, useStaffTimeout } from "./use-admin-dashboard.ts";

interface AdminFrameProps {
  readonly title: string;
  readonly hint?: string;
  /** The server refuses employees as well. */
  readonly isAdminOnly?: boolean;
  readonly children: (dashboard: AdminDashboard, user: User) => ReactNode;
}

export function AdminFrame(props: AdminFrameProps) {
  const { user, isLoading, isUnreachable } = useSession();
  const { pathname, search } = useLocation();
  if (isLoading) return <Spinner />;
  if (isUnreachable) return <SessionLoading />;
  if (!user) return <Navigate replace to={getStaffLoginPath(pathname + search)} />;
  if (props.isAdminOnly && !user.isAdmin) return <AccessDenied />;
  return isStaff(user) ? <Area {...props} user={user} /> : <AccessDenied />;
}

function Area({ title, hint, children, user }: AdminFrameProps & { readonly user: User }) {
  const dashboard = useAdminDashboard(true);
  const { pathname, search } = useLocation();
  const { refetch } = dashboard;
  usePageTitle(title);
  useStaffTimeout(useCallback(() => void refetch(), [refetch]));

  if (getErrorStatus(dashboard.error) === 401)
    return <Navigate replace to={getStaffLoginPath(pathname + search)} />;
  if (needsSecondFactor(dashboard.error)) return <SecondFactorRequired />;
  if (getErrorStatus(dashboard.error) === 403) return <AccessDenied />;
  return (
    <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <AdminNav user={user} />
      <div className="min-w-0">
        <PageHeader title={title} {...(hint && { hint })} />
        <QueryState
          query={dashboard}
          loading={<Skeleton className="h-96 rounded-card" />}
          errorTitle={t("admin.loadFailed")}
        >
          {(data) => children(data, user)}
        </QueryState>
      </div>
    </div>
  );
}

function SecondFactorRequired() {
  usePageTitle(t("admin.secondFactor"));
  return (
    <div className="mx-auto max-w-lg">
      <Card className="flex flex-col items-center gap-3 py-10 text-center">
        <ShieldCheck aria-hidden className="size-12 text-primary" />
        <h1 className="font-semibold font-title text-h2">{t("admin.secondFactor")}</h1>
        <p className="text-muted">{t("admin.secondFactorHint")}</p>
        <ButtonLink to="/settings?part=security">{t("admin.toSecurity")}</ButtonLink>
      </Card>
    </div>
  );
}

function AccessDenied() {
  usePageTitle(t("admin.accessDenied"));
  return (
    <div className="mx-auto max-w-lg">
      <Card className="flex flex-col items-center gap-3 py-10 text-center">
        <ShieldX aria-hidden className="size-12 text-accent" />
        <h1 className="font-semibold font-title text-h2">{t("admin.accessDenied")}</h1>
        <p className="text-muted">{t("admin.accessDeniedHint")}</p>
        <ButtonLink to="/home">{t("admin.toHome")}</ButtonLink>
      </Card>
    </div>
  );
}
