import { useSession } from "#client/lib/session.ts";
import { Spinner } from "#client/ui/spinner.tsx";
import { Dashboard } from "./dashboard.tsx";
import { Landing } from "./landing.tsx";

/** `/`: the reader's own home, or the way in for everybody else. */
export function HomePage() {
  const { user, isLoading } = useSession();
  if (isLoading) return <Spinner />;
  return user ? <Dashboard user={user} /> : <Landing />;
}
