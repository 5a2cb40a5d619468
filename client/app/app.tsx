import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { PlayerDock } from "#client/features/player/player-dock.tsx";
import { PlacesOfReader } from "#client/features/positions/places-of-reader.tsx";
import { useToasts } from "#client/ui/toast.ts";
import { AccountTheme } from "./account-theme.tsx";
import { LiveUpdates } from "./live-updates.tsx";
import { MemoryWatch } from "./memory-watch.tsx";
import { Preloads } from "./preloads.tsx";
import { createQueryClient } from "./query-client.ts";
import { Screens } from "./routes.tsx";
import { ScrollKeeper } from "./scroll-keeper.tsx";

const Toaster = lazy(async () => ({ default: (await import("#client/ui/toaster.tsx")).Toaster }));

/** The whole application. */
export function App() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <ScrollKeeper />
        <Screens />
        <AccountTheme />
        <LiveUpdates />
        <Preloads />
        <PlacesOfReader />
        <PlayerDock />
      </BrowserRouter>
      <MemoryWatch />
      <Messages />
    </QueryClientProvider>
  );
}

/** The toasts; their code comes with the first of them. */
function Messages() {
  const hasAny = useToasts().length > 0;
  const [isWanted, setWanted] = useState(hasAny);
  if (hasAny && !isWanted) setWanted(true);
  return <Suspense>{isWanted && <Toaster />}</Suspense>;
}
