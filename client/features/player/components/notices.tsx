import { Suspense } from "react";
import { useLocation } from "react-router-dom";
import { ClipNotice } from "#client/features/player/clip/clip-notice.tsx";
import type { PlaybackError } from "#client/features/player/engine/player-state.ts";
import { UpNextNotice } from "#client/features/player/queue/up-next-notice.tsx";
import { isNearEnd } from "#client/features/player/queue/use-up-next.ts";
import { RepeatNotice } from "#client/features/player/repeat/repeat-notice.tsx";
import { SleepNotice, useSleepNotice } from "#client/features/player/sleep-timer/sleep-notice.tsx";
import { TogetherNotice, useTogetherNotice } from "#client/features/player/together/together-notice.tsx";
import { useClip, usePlayer, usePlayerState, useRepeat } from "#client/features/player/use-player.ts";
import { isReadingScreen } from "#client/features/reader/index.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { EndNotice } from "./end-notice.tsx";
import { Notice } from "./notice.tsx";
import { RemotePositionNotice } from "./remote-position-notice.tsx";

const PassedVerse = lazyComponent(async () => (await import("./passed-verse.tsx")).PassedVerse);

export function Notices() {
  const playbackError = usePlayerState((state) => state.playbackError);
  const isSilent = usePlayerState((state) => state.isSilent);
  const ending = usePlayerState((state) => state.ending);
  const isStartApproximate = usePlayerState((state) => state.isStartApproximate);
  const endingBookId = usePlayerState((state) => (isNearEnd(state) ? state.playlist?.bookId : undefined));
  const clip = useClip();
  const isNarrated = usePlayerState(({ playlist }) => playlist?.hasAiVoice && playlist.hasEbook);
  // The text itself shows it there.
  const isReading = isReadingScreen(useLocation().pathname);
  const isRepeating = useRepeat().to !== null;
  const hasTogetherNotice = useTogetherNotice() !== null;
  const hasSleepNotice = useSleepNotice();
  return (
    <div role="status" className="contents">
      {playbackError ? (
        <PlaybackErrorNotice playbackError={playbackError} />
      ) : hasTogetherNotice ? (
        <TogetherNotice />
      ) : hasSleepNotice ? (
        <SleepNotice />
      ) : ending ? (
        <EndNotice ending={ending} />
      ) : isSilent ? (
        <SilenceNotice />
      ) : clip ? (
        <ClipNotice clip={clip} />
      ) : isRepeating ? (
        <RepeatNotice />
      ) : isStartApproximate ? (
        <ApproximateStartNotice />
      ) : (
        <>
          <RemotePositionNotice />
          {isNarrated && !isReading && (
            <Suspense>
              <PassedVerse />
            </Suspense>
          )}
          {endingBookId && <UpNextNotice bookId={endingBookId} />}
        </>
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
