import { Notice } from "#client/features/player/components/notice.tsx";
import { formatClockTime } from "#client/features/player/format-time.ts";
import { usePlayer } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import type { ClipState } from "./clip-playback.ts";

export function ClipNotice({ clip: { from, to, isOver } }: { readonly clip: ClipState }) {
  const { clip } = usePlayer();
  return (
    <Notice
      actions={
        <>
          <Button size="small" onClick={clip.goOn}>
            {t("player.clipGoOn")}
          </Button>
          {isOver && (
            <Button size="small" tone="secondary" onClick={clip.playAgain}>
              {t("player.clipAgain")}
            </Button>
          )}
        </>
      }
    >
      {t(isOver ? "player.clipOver" : "player.clipPlaying", {
        from: formatClockTime(from),
        to: formatClockTime(to),
      })}
    </Notice>
  );
}
