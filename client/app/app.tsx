import { QueryClientProvider } from "@tanstack/react-query";
import { Direction } from "radix-ui";
import { Suspense, useRef, useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { getDirection } from "#shared/api/language.ts";
import { PlayerDock } from "#client/features/player/components/player-dock.tsx";
import { PositionTracking } from "#client/features/positions/position-tracking.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { useIsPageLoading } from "#client/lib/hooks/lazy-page.ts";
import { useIsIdle } from "#client/lib/hooks/use-is-idle.ts";
import { useCalendar } from "#client/lib/i18n/calendar.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";
import { ErrorBoundary } from "#client/ui/feedback/error-boundary.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { useToasts } from "#client/ui/overlays/toast.ts";
import { usePaletteKey } from "./commands/use-palette-key.ts";
import { MemoryPressureMonitor } from "./effects/memory-pressure.tsx";
import { PrayerAlertsLoader } from "./effects/prayer-alerts-loader.tsx";
import { RefetchOnReconnect } from "./effects/refetch-on-reconnect.tsx";
import { RefreshRestoredPage } from "./effects/refresh-restored-page.tsx";
import { SyncAppearance } from "./effects/sync-appearance.tsx";
import { UploadsLoader } from "./effects/uploads-loader.tsx";
import { createQueryClient } from "./query-client.ts";
import { RoutePreloader } from "./routing/route-preloader.tsx";
import { AppRoutes } from "./routing/router.tsx";
import { ScrollRestoration } from "./routing/scroll-restoration.tsx";

const ServerEvents = lazyOverlay(async () => (await import("./effects/server-events.tsx")).ServerEvents);
const AppCommands = lazyOverlay(async () => (await import("./commands/app-commands.tsx")).AppCommands);
const BookMenuProvider = lazyOverlay(
  async () => (await import("./effects/book-menu-provider.tsx")).BookMenuProvider,
);
const OpenLaunches = lazyOverlay(async () => (await import("./effects/open-launches.tsx")).OpenLaunches);
const Toaster = lazyOverlay(async () => (await import("#client/ui/overlays/toaster.tsx")).Toaster);

export function App() {
  const [client] = useState(createQueryClient);
  const language = useLanguage();
  useCalendar();
  usePaletteKey();
  return (
    <Direction.Provider dir={getDirection(language)}>
      <QueryClientProvider client={client}>
        {/* Catches errors outside of pages. */}
        <ErrorBoundary>
          <BrowserRouter>
            <ScrollRestoration />
            <RefetchOnReconnect />
            <RefreshRestoredPage />
            <AppRoutes />
            <BackgroundEffects />
          </BrowserRouter>
          <Toasts />
        </ErrorBoundary>
      </QueryClientProvider>
    </Direction.Provider>
  );
}

function BackgroundEffects() {
  const isIdle = useIsIdle();
  const isPageLoading = useIsPageLoading();
  const hasStarted = useRef(false);
  hasStarted.current ||= isIdle && !isPageLoading;
  return hasStarted.current ? (
    <Suspense>
      <SyncAppearance />
      <ReaderEffects />
      <RoutePreloader />
      <PositionTracking />
      <PlayerDock />
      <PrayerAlertsLoader />
      <UploadsLoader />
      <MemoryPressureMonitor />
      <AppCommands />
      {"launchQueue" in window && <OpenLaunches />}
    </Suspense>
  ) : null;
}

function ReaderEffects() {
  const isSignedIn = useUser() !== null;
  return (
    isSignedIn && (
      <Suspense>
        <ServerEvents />
        <BookMenuProvider />
      </Suspense>
    )
  );
}

function Toasts() {
  const hasToasts = useToasts().length > 0;
  const [isMounted, setMounted] = useState(hasToasts);
  if (hasToasts && !isMounted) setMounted(true);
  return <Suspense>{isMounted && <Toaster />}</Suspense>;
}
