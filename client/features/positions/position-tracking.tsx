import { Suspense, useEffect, useState } from "react";
import { onBeforeSignOut } from "#client/lib/api/before-sign-out.ts";
import { useSession } from "#client/lib/api/session.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const load = () => import("./position-tracker.ts");

const ClaimGuestPositions = lazyOverlay(async () => {
  const [{ ClaimGuestPositions: Offer }] = await Promise.all([
    import("./claim-guest-positions.tsx"),
    loadMessages("player"),
  ]);
  return Offer;
});

export function PositionTracking() {
  const { user, isLoading, isUnreachable } = useSession();
  const isKnown = !isLoading && !isUnreachable;
  const userId = user?.id ?? null;
  const [hasGuestPositions, setHasGuestPositions] = useState(false);

  useEffect(() => {
    if (!isKnown) return;
    void load().then(({ getPositionTracker }) => {
      getPositionTracker().setReader(userId);
      setHasGuestPositions(userId !== null && getPositionTracker().countGuestPositions() > 0);
    });
  }, [userId, isKnown]);
  useEffect(() => onBeforeSignOut(async () => (await load()).getPositionTracker().signOut()), []);

  return (
    <Suspense>
      {hasGuestPositions && <ClaimGuestPositions onDone={() => setHasGuestPositions(false)} />}
    </Suspense>
  );
}
