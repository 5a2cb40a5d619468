import { Navigate } from "react-router-dom";
import { useSession } from "#client/lib/api/session.ts";
import { SessionLoading } from "#client/ui/feedback/session-loading.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";

/** `/prayer`: redirects readers to the prayer section of their dashboard and guests to `/prayer-times`. */
export function PrayerPage() {
  const { user, isLoading, isUnreachable } = useSession();
  if (isLoading) return <Spinner />;
  if (isUnreachable) return <SessionLoading />;
  return <Navigate replace to={user ? "/home#prayer" : "/prayer-times"} />;
}
