import { Suspense, useEffect, useState } from "react";
import { useSession } from "#client/lib/session.ts";
import { beforeSignOut } from "#client/lib/sign-out.ts";
import { loadWords } from "#client/lib/words.ts";
import { lazyLayer } from "#client/ui/lazy-layer.tsx";

const load = () => import("./places.ts");

const GuestPlacesOffer = lazyLayer(async () => {
  const [{ GuestPlacesOffer: Offer }] = await Promise.all([
    import("./guest-places-offer.tsx"),
    loadWords("player"),
  ]);
  return Offer;
});

/** Keeps places for whoever is signed in, and offers a reader what was left as a guest. The frame mounts it once. */
export function PlacesOfReader() {
  const { user, isLoading, isUnreached } = useSession();
  const isKnown = !isLoading && !isUnreached;
  const userId = user?.id ?? null;
  const [hasGuestPlaces, setHasGuestPlaces] = useState(false);

  useEffect(() => {
    if (!isKnown) return;
    void load().then(({ places }) => {
      places().setReader(userId);
      setHasGuestPlaces(userId !== null && places().countGuestPlaces() > 0);
    });
  }, [userId, isKnown]);
  useEffect(() => beforeSignOut(async () => (await load()).places().signOut()), []);

  return (
    <Suspense>{hasGuestPlaces && <GuestPlacesOffer onDone={() => setHasGuestPlaces(false)} />}</Suspense>
  );
}
