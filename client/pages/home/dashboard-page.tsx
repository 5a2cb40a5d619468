import { Navigate } from "react-router-dom";
import { useSession } from "#client/lib/api/session.ts";
import { SessionLoading } from "#client/ui/feedback/session-loading.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { Dashboard } from "./dashboard.tsx";

/** `/home`: the start page after signing in; guests are redirected to `/`. */
export function DashboardPage() {
  const { user, isLoading, isUnreachable } = useSession();
  if (isLoading) return <Spinner />;
  if (isUnreachable) return <SessionLoading />;
  return user ? <Dashboard user={user} /> : <Navigate replace to="/" />;
}
