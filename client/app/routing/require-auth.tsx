import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import { useSession } from "#client/lib/api/session.ts";
import { SessionLoading } from "#client/ui/feedback/session-loading.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";

export function RequireAuth({ children }: { readonly children: ReactNode }) {
  const { user, isLoading, isUnreachable } = useSession();
  const { pathname, search } = useLocation();
  if (isLoading) return <Spinner />;
  if (isUnreachable) return <SessionLoading />;
  return user ? children : <Navigate replace to={getSignInPath(pathname + search)} />;
}
