import { useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { getPositionTracker } from "./position-tracker.ts";

export function ClaimGuestPositions({ onDone }: { readonly onDone: () => void }) {
  const [n] = useState(() => getPositionTracker().countGuestPositions());
  const decline = () => {
    getPositionTracker().declineGuestPositions();
    onDone();
  };
  const claim = () => {
    getPositionTracker().claimGuestPositions();
    onDone();
  };
  return (
    <Dialog
      title={t("player.keepPositionsTitle")}
      description={t("player.guestPositions", { n })}
      isOpen
      onClose={decline}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={decline}>
          {t("player.notNow")}
        </Button>
        <Button onClick={claim}>{t("player.keepPositions")}</Button>
      </div>
    </Dialog>
  );
}
