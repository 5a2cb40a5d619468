import { lazyPage } from "#client/lib/page-loader.ts";
import { useSession } from "#client/lib/session.ts";
import { AwaitingSession } from "#client/ui/awaiting-session.tsx";
import { Spinner } from "#client/ui/spinner.tsx";
import { Landing } from "./landing.tsx";

/** A guest does not wait for the code and the words of a reader's own home. */
const { Page: HomeOfReader } = lazyPage(
  ["challenge", "library", "player"],
  async () => (await import("./home-of-reader-page.tsx")).HomeOfReaderPage,
);

/** `/`: the reader's own home, or the way in for everybody else. */
export function HomePage() {
  const { user, isLoading, isUnreached } = useSession();
  if (isLoading) return <Spinner />;
  if (isUnreached) return <AwaitingSession />;
  return user ? <HomeOfReader /> : <Landing />;
}
