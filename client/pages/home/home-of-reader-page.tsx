import { Navigate } from "react-router-dom";
import { useSession } from "#client/lib/session.ts";
import { AwaitingSession } from "#client/ui/awaiting-session.tsx";
import { Spinner } from "#client/ui/spinner.tsx";
import { Dashboard } from "./dashboard.tsx";

/** `/home`: where a sign-in leads; a guest is sent to `/`. */
export function HomeOfReaderPage() {
  const { user, isLoading, isUnreached } = useSession();
  if (isLoading) return <Spinner />;
  if (isUnreached) return <AwaitingSession />;
  return user ? <Dashboard user={user} /> : <Navigate replace to="/" />;
}
