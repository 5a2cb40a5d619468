import { useEffect } from "react";
import { pages } from "#client/app/routes/initial.ts";
import { useUser } from "#client/lib/api/session.ts";

export const firstPreloadMs = 1000;
export const secondPreloadMs = 2000;

export function RoutePreloader() {
  const isSignedIn = useUser() !== null;

  useEffect(() => {
    if (!isSignedIn) return;
    const timers = [
      setTimeout(() => preload(pages.browse, pages.library), firstPreloadMs),
      setTimeout(() => preload(pages.book, pages.read), secondPreloadMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, [isSignedIn]);

  return null;
}

function preload(...screens: readonly { readonly preload: () => Promise<unknown> }[]): void {
  for (const screen of screens) screen.preload().catch(() => undefined);
}
