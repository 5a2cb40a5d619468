import { useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { getPercent } from "#shared/positions/format.ts";
import { getBookDuration, toBookTime } from "#client/features/player/engine/timeline.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { getPositionTracker, usePosition } from "#client/features/positions/index.ts";
import { formatProgressPercent } from "#client/lib/i18n/format.ts";
import { formatDevice } from "#client/lib/i18n/format-device.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Notice } from "./notice.tsx";

const minDistance = 0.01;

export function RemotePositionNotice() {
  const bookId = usePlayerState((state) => state.playlist?.bookId);
  return bookId ? <JumpOffer bookId={bookId} /> : null;
}

function JumpOffer({ bookId }: { readonly bookId: BookId }) {
  const { engine } = usePlayer();
  const { data } = usePosition(bookId);
  const [dismissed, setDismissed] = useState(0);
  const { playlist, chapterIndex, time } = engine.getState();
  const current = data?.current;
  const remote = data?.audio;
  if (!current || !remote || !playlist) return null;

  const currentFraction =
    toBookTime(playlist, { index: chapterIndex, time }) / (getBookDuration(playlist) || 1);
  const isNewer =
    current.at.getTime() > (getPositionTracker().getLastSaved(bookId)?.getTime() ?? Number.POSITIVE_INFINITY);
  const isFar = Math.abs(remote.fraction - currentFraction) >= minDistance;
  if (!isNewer || !isFar || dismissed === current.at.getTime()) return null;

  const dismiss = () => setDismissed(current.at.getTime());
  const seekToRemote = () => {
    dismiss();
    const index = playlist.chapters.findIndex(({ chapterNumber }) => chapterNumber === remote.chapter);
    engine.goTo(Math.max(0, index), remote.offset ?? 0);
  };
  return (
    <Notice
      onDismiss={dismiss}
      actions={
        <Button size="small" onClick={seekToRemote}>
          {t("player.goThere")}
        </Button>
      }
    >
      {t("player.movedOnDevice", {
        percent: formatProgressPercent(getPercent(current.locator.fraction)),
        device: formatDevice(current.device),
      })}
    </Notice>
  );
}
