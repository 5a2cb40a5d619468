import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Direction } from "radix-ui";
import { type ReactNode, Suspense, useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { directionOf } from "#shared/kernel/language.ts";
import { PlayerDock } from "#client/features/player/player-dock.tsx";
import { PlacesOfReader } from "#client/features/positions/places-of-reader.tsx";
import { useCalendar } from "#client/lib/calendar.ts";
import { useLanguage } from "#client/lib/language.ts";
import { useUser } from "#client/lib/session.ts";
import { ErrorBoundary } from "#client/ui/error-boundary.tsx";
import { lazyLayer } from "#client/ui/lazy-layer.tsx";
import { useToasts } from "#client/ui/toast.ts";
import { AccountLook } from "./account-look.tsx";
import { MemoryWatch } from "./memory-watch.tsx";
import { NetworkReturn } from "./network-return.tsx";
import { PrayerCalls } from "./prayer-calls.tsx";
import { Preloads } from "./preloads.tsx";
import { createQueryClient } from "./query-client.ts";
import { Screens } from "./routes.tsx";
import { ScrollKeeper } from "./scroll-keeper.tsx";

const LiveUpdates = lazyLayer(async () => (await import("./live-updates.tsx")).LiveUpdates);
const Toaster = lazyLayer(async () => (await import("#client/ui/toaster.tsx")).Toaster);

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
    <Direction.Provider dir={directionOf(language)}>
      <QueryClientProvider client={client}>
        {/* Whatever fails outside of a screen: a card is better than nothing at all. */}
        <ErrorBoundary>
          {routed(
            // What the server drew is taken over piece by piece below a boundary, and whole, in one long task, without.
            <Suspense>
              <ScrollKeeper />
              <Screens />
              <AccountLook />
              <NewsOfReader />
              <NetworkReturn />
              <Preloads />
              <PlacesOfReader />
              <PlayerDock />
              <PrayerCalls />
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
function NewsOfReader() {
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
