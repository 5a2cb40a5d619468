import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { isStaff, type User } from "#shared/accounts/user.ts";
import { AuthForm } from "#client/features/accounts/sign-in/auth-form.tsx";
import { getStaffReturnTo } from "#client/features/admin/staff-paths.ts";
import { needsSecondFactor, useAdminDashboard } from "#client/features/admin/use-admin-dashboard.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { AuthFrame } from "#client/pages/auth/auth-frame.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** `/employee-login`, `/adm`, `/admin-login` */
export function StaffLoginPage() {
  const { user, isLoading } = useSession();
  const [params] = useSearchParams();
  const returnTo = getStaffReturnTo(params.get("returnTo"));
  const title = useTitle();
  const dashboard = useAdminDashboard(user !== null && isStaff(user));
  const isClosed = getErrorStatus(dashboard.error) === 401;

  if (isLoading || (dashboard.isFetching && !isClosed)) return <Spinner />;
  // The staff session may have expired: only a fresh reply counts.
  if (user && isStaff(user) && dashboard.data && !isClosed) return <Navigate replace to={returnTo} />;
  if (user && isStaff(user) && needsSecondFactor(dashboard.error)) return <Navigate replace to={returnTo} />;
  return <StaffLogin title={title} user={user} isClosed={isClosed} returnTo={returnTo} />;
}

function useTitle(): string {
  const { pathname } = useLocation();
  const title = t(/^\/employee-login\/?$/i.test(pathname) ? "admin.employeeSignIn" : "admin.adminSignIn");
  usePageTitle(title);
  return title;
}

interface StaffLoginProps {
  readonly title: string;
  readonly user: User | null;
  readonly isClosed: boolean;
  readonly returnTo: string;
}

function StaffLogin({ title, user, isClosed, returnTo }: StaffLoginProps) {
  const navigate = useNavigate();
  const isReader = user !== null && !isStaff(user);
  return (
    <AuthFrame title={title} hint={t("admin.signInHint")}>
      {(isReader || isClosed) && (
        <p role="status" className="mb-5 rounded-control border border-line bg-paper px-4 py-3">
          {isReader
            ? t("admin.notEmployeeAccount", { name: user.firstName || user.email })
            : t("admin.sessionEnded")}
        </p>
      )}
      <AuthForm
        mode="sign-in"
        isStaff
        returnTo={returnTo}
        onDone={() => void navigate(returnTo, { replace: true })}
      />
      <p className="mt-5 text-center text-muted text-small">
        {t("admin.readerSignInHint")} <TextLink to="/auth">{t("admin.readerSignIn")}</TextLink>
      </p>
    </AuthFrame>
  );
}
