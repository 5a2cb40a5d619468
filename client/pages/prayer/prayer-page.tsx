import { Navigate } from "react-router-dom";
import { useSession } from "#client/lib/session.ts";
import { AwaitingSession } from "#client/ui/awaiting-session.tsx";
import { Spinner } from "#client/ui/spinner.tsx";

/** `/prayer`: the prayer part of a reader's home; everybody else is led to the times for all. */
export function PrayerPage() {
  const { user, isLoading, isUnreached } = useSession();
  if (isLoading) return <Spinner />;
  if (isUnreached) return <AwaitingSession />;
  return <Navigate replace to={user ? "/home#prayer" : "/athan-demo"} />;
}
