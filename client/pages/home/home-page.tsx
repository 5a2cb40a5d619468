import { useSession } from "#client/lib/api/session.ts";
import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { Landing } from "./landing.tsx";

const { Page: ReaderHome } = lazyPage(
  ["challenge", "library", "player"],
  async () => (await import("./dashboard-page.tsx")).DashboardPage,
);

/** `/`: the dashboard for readers, the landing page for guests, also while the server is not reached. */
export function HomePage() {
  const { user, isLoading } = useSession();
  if (isLoading) return <Spinner />;
  return user ? <ReaderHome /> : <Landing />;
}
