import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { Ending } from "#client/features/player/engine/player-state.ts";
import type { Track } from "#client/features/player/engine/track.ts";
import { playQueued } from "#client/features/player/queue/play-queued.ts";
import { useIsFinishDoubtful } from "#client/features/player/queue/use-finish-doubt.ts";
import { useUpNext } from "#client/features/player/queue/use-up-next.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { Notice } from "./notice.tsx";

export function EndNotice({ ending }: { readonly ending: Ending }) {
  const track = usePlayerState((state) => state.track);
  if (!track) return null;
  return ending === "finished" ? <Finished track={track} /> : <SampleEnd track={track} />;
}

function Finished({ track }: { readonly track: Track }) {
  const { engine } = usePlayer();
  const isSignedIn = useUser() !== null;
  const saveEntry = useContractMutation(libraryContract.saveEntry);
  const isDoubtful = useIsFinishDoubtful(track.bookId, isSignedIn) && !saveEntry.isSuccess;
  const title = { title: track.title };
  return (
    <Notice
      onDismiss={engine.dismissNotices}
      actions={
        <>
          {isSignedIn && (
            <Button
              size="small"
              isPending={saveEntry.isPending}
              disabled={saveEntry.isSuccess}
              onClick={() =>
                saveEntry.mutate({ params: { bookId: track.bookId }, body: { status: "finished" } })
              }
            >
              {t(
                saveEntry.isSuccess
                  ? "player.markedFinished"
                  : isDoubtful
                    ? "queue.finishedYes"
                    : "player.markFinished",
              )}
            </Button>
          )}
          {isDoubtful && (
            <Button size="small" tone="quiet" onClick={engine.dismissNotices}>
              {t("queue.finishedNo")}
            </Button>
          )}
          <NextLink track={track} />
        </>
      }
    >
      <strong className="block font-semibold font-title text-body">
        {t(isDoubtful ? "queue.finishedQuestion" : "player.finishedTitle")}
      </strong>
      {isDoubtful ? t("queue.finishedQuestionText", title) : t("player.finishedText", title)}
    </Notice>
  );
}

function SampleEnd({ track }: { readonly track: Track }) {
  const { engine } = usePlayer();
  const isSignedIn = useUser() !== null;
  const { pathname, search } = useLocation();
  return (
    <Notice
      onDismiss={engine.dismissNotices}
      actions={
        isSignedIn ? (
          <BookLink track={track} />
        ) : (
          <ButtonLink size="small" to={getSignInPath(pathname + search)}>
            {t("player.signIn")}
          </ButtonLink>
        )
      }
    >
      <strong className="block font-semibold font-title text-body">{t("player.sampleTitle")}</strong>
      {t(isSignedIn ? "player.sampleMembership" : "player.sampleSignIn", { title: track.title })}
    </Notice>
  );
}

function NextLink({ track }: { readonly track: Track }) {
  const { engine } = usePlayer();
  const client = useQueryClient();
  const user = useUser();
  const { queued, inSeries } = useUpNext(track.bookId);
  if (queued && user) {
    return (
      <Button
        size="small"
        tone="secondary"
        onClick={() => void playQueued({ engine, client, userId: user.id, book: queued })}
      >
        <bdi>{t("queue.playNextBook", { title: queued.title })}</bdi>
      </Button>
    );
  }
  if (!inSeries) return <BookLink track={track} />;
  return (
    <ButtonLink size="small" tone="secondary" to={`/book/${inSeries.id}`}>
      <bdi>{t("player.nextInSeries", { title: inSeries.title })}</bdi>
    </ButtonLink>
  );
}

function BookLink({ track }: { readonly track: Track }) {
  return (
    <ButtonLink size="small" tone="secondary" to={`/book/${track.bookId}`}>
      {t("player.openBook")}
    </ButtonLink>
  );
}
