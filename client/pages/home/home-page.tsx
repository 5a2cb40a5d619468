import { useSession } from "#client/lib/api/session.ts";
import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import { SessionLoading } from "#client/ui/feedback/session-loading.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { Landing } from "./landing.tsx";

const { Page: ReaderHome } = lazyPage(
  ["challenge", "library", "player"],
  async () => (await import("./dashboard-page.tsx")).DashboardPage,
);

/** `/`: the dashboard for readers, the landing page for guests. */
export function HomePage() {
  const { user, isLoading, isUnreachable } = useSession();
  if (isLoading) return <Spinner />;
  if (isUnreachable) return <SessionLoading />;
  return user ? <ReaderHome /> : <Landing />;
}
