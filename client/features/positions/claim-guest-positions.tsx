import { useState } from "react";
import { say } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { places } from "./position-tracker.ts";

/** Asks once, after the sign-in, whether the places a guest left on this device are the reader's own. */
export function GuestPlacesOffer({ onDone }: { readonly onDone: () => void }) {
  const [n] = useState(() => places().countGuestPlaces());
  const decline = () => {
    places().declineGuestPlaces();
    onDone();
  };
  const take = () => {
    places().takeOverGuestPlaces();
    onDone();
  };
  return (
    <Dialog
      title={say("player.keepPlacesTitle")}
      description={say("player.guestPlaces", { n })}
      isOpen
      onClose={decline}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={decline}>
          {say("player.notNow")}
        </Button>
        <Button onClick={take}>{say("player.keepPlaces")}</Button>
      </div>
    </Dialog>
  );
}
