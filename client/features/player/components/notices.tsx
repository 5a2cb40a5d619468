import type { PlaybackError } from "#client/features/player/engine/player-state.ts";
import { SleepNotice, useSleepNotice } from "#client/features/player/sleep-timer/sleep-notice.tsx";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { EndNotice } from "./end-notice.tsx";
import { Notice } from "./notice.tsx";
import { RemotePositionNotice } from "./remote-position-notice.tsx";

export function Notices() {
  const playbackError = usePlayerState((state) => state.playbackError);
  const isSilent = usePlayerState((state) => state.isSilent);
  const ending = usePlayerState((state) => state.ending);
  const isStartApproximate = usePlayerState((state) => state.isStartApproximate);
  const hasSleepNotice = useSleepNotice();
  return (
    <div role="status" className="contents">
      {playbackError ? (
        <PlaybackErrorNotice playbackError={playbackError} />
      ) : hasSleepNotice ? (
        <SleepNotice />
      ) : ending ? (
        <EndNotice ending={ending} />
      ) : isSilent ? (
        <SilenceNotice />
      ) : isStartApproximate ? (
        <ApproximateStartNotice />
      ) : (
        <RemotePositionNotice />
      )}
    </div>
  );
}

const playbackErrorTexts = {
  buffering: "player.buffering",
  offline: "player.offline",
  unreachable: "player.unreachable",
  "bad-file": "player.damagedFile",
  refused: "player.accessEnded",
  blocked: "player.blocked",
} as const satisfies Record<PlaybackError, MessageKey>;

function PlaybackErrorNotice({ playbackError }: { readonly playbackError: PlaybackError }) {
  const { engine } = usePlayer();
  return (
    <Notice
      actions={
        (playbackError === "unreachable" || playbackError === "bad-file" || playbackError === "refused") && (
          <>
            <Button size="small" onClick={engine.retry}>
              {t("player.tryAgain")}
            </Button>
            {playbackError === "bad-file" && engine.canGoNext() && (
              <Button
                size="small"
                tone="secondary"
                onClick={() => {
                  engine.next();
                  engine.play();
                }}
              >
                {t("player.nextChapter")}
              </Button>
            )}
          </>
        )
      }
    >
      {t(playbackErrorTexts[playbackError])}
    </Notice>
  );
}

function SilenceNotice() {
  const { engine } = usePlayer();
  return (
    <Notice
      onDismiss={engine.dismissNotices}
      actions={
        <Button size="small" onClick={engine.retry}>
          {t("player.tryAgain")}
        </Button>
      }
    >
      {t("player.noSoundOutput")}
    </Notice>
  );
}

function ApproximateStartNotice() {
  const { engine } = usePlayer();
  return <Notice onDismiss={engine.dismissNotices}>{t("player.startedNear")}</Notice>;
}
