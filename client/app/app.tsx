import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Direction } from "radix-ui";
import { type ReactNode, Suspense, useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { getDirection } from "#shared/api/language.ts";
import { PlayerDock } from "#client/features/player/components/player-dock.tsx";
import { PositionTracking } from "#client/features/positions/position-tracking.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { useCalendar } from "#client/lib/i18n/calendar.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";
import { ErrorBoundary } from "#client/ui/feedback/error-boundary.tsx";
import { lazyLayer } from "#client/ui/overlays/lazy-overlay.tsx";
import { useToasts } from "#client/ui/overlays/toast.ts";
import { MemoryWatch } from "./effects/memory-pressure.tsx";
import { PrayerAlertsLoader } from "./effects/prayer-alerts-loader.tsx";
import { RefetchOnReconnect } from "./effects/refetch-on-reconnect.tsx";
import { SyncAppearance } from "./effects/sync-appearance.tsx";
import { createQueryClient } from "./query-client.ts";
import { RoutePreloader } from "./routing/route-preloader.tsx";
import { AppRoutes } from "./routing/router.tsx";
import { ScrollRestoration } from "./routing/scroll-restoration.tsx";

const LiveUpdates = lazyLayer(async () => (await import("./effects/server-events.tsx")).ServerEvents);
const Toaster = lazyLayer(async () => (await import("#client/ui/overlays/toaster.tsx")).Toaster);

interface AppProps {
  /** What the server said so far; nothing, as a rule. */
  readonly client?: QueryClient;
  /** Puts what is shown under a router: the browser's, where there is a browser. */
  readonly routed?: (screens: ReactNode) => ReactNode;
}

const inBrowser = (screens: ReactNode) => <BrowserRouter>{screens}</BrowserRouter>;

/** The whole application; a change of language or calendar renders it anew and keeps what it holds. */
export function App({ client: given, routed = inBrowser }: AppProps) {
  const [client] = useState(() => given ?? createQueryClient());
  const language = useLanguage();
  useCalendar();
  return (
    <Direction.Provider dir={getDirection(language)}>
      <QueryClientProvider client={client}>
        {/* Whatever fails outside of a screen: a card is better than nothing at all. */}
        <ErrorBoundary>
          {routed(
            // What the server drew is taken over piece by piece below a boundary, and whole, in one long task, without.
            <Suspense>
              <ScrollRestoration />
              <AppRoutes />
              <SyncAppearance />
              <ReaderEvents />
              <RefetchOnReconnect />
              <RoutePreloader />
              <PositionTracking />
              <PlayerDock />
              <PrayerAlertsLoader />
            </Suspense>,
          )}
          <MemoryWatch />
          <Messages />
        </ErrorBoundary>
      </QueryClientProvider>
    </Direction.Provider>
  );
}

/** What the server tells is for who is signed in, and so is its code. */
function ReaderEvents() {
  const isSignedIn = useUser() !== null;
  return <Suspense>{isSignedIn && <LiveUpdates />}</Suspense>;
}

/** The toasts; their code comes with the first of them. */
function Messages() {
  const hasAny = useToasts().length > 0;
  const [isWanted, setWanted] = useState(hasAny);
  if (hasAny && !isWanted) setWanted(true);
  return <Suspense>{isWanted && <Toaster />}</Suspense>;
}
