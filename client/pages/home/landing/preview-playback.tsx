import { useQuery } from "@tanstack/react-query";
import { Pause, Play, RefreshCw } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { type Playlist, playerContract } from "#shared/player/contract.ts";
import type { DemoPassage } from "#shared/reader/contract.ts";
import { showPlayer } from "#client/features/player/player-visibility.ts";
import { useLazyPlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

interface PreviewPlaybackProps {
  readonly passage: DemoPassage;
  readonly onSentence: (id: string) => void;
}

/** Starts the passage in the site's player and reports the current sentence. */
export function PreviewPlayback({ passage, onSentence }: PreviewPlaybackProps) {
  const { book, chapterNumber, sentences } = passage;
  const player = useLazyPlayer();
  const playlist = useQuery(query(playerContract.getPlaylist, { params: { bookId: book.id } }));
  const isPlaying = usePlayerState((state) => state.isPlaying && state.track?.bookId === book.id);
  const isLoaded = usePlayerState((state) => state.track?.bookId === book.id);
  const sentence = usePlayerState((state) => {
    const isPlaying =
      state.track?.bookId === book.id &&
      state.playlist?.chapters[state.chapterIndex]?.chapterNumber === chapterNumber;
    return isPlaying ? sentences.findLast(({ start }) => start <= state.time)?.id : undefined;
  });
  const hasStarted = useRef(false);

  const listen = useCallback(
    (loaded: Playlist) => {
      const index = loaded.chapters.findIndex((chapter) => chapter.chapterNumber === chapterNumber);
      const time = sentences[0]?.start ?? 0;
      const from = { ...loaded, startFromChapter: chapterNumber, startFromTime: time };
      player().engine.playBook(from, { index: Math.max(0, index), time });
      showPlayer();
    },
    [player, chapterNumber, sentences],
  );

  useEffect(() => {
    if (!playlist.data || hasStarted.current) return;
    hasStarted.current = true;
    listen(playlist.data);
  }, [playlist.data, listen]);

  useEffect(() => {
    if (sentence) onSentence(sentence);
  }, [sentence, onSentence]);

  function toggle() {
    const { engine } = player();
    if (isPlaying) engine.pause();
    else if (isLoaded) engine.play();
    else if (playlist.data) listen(playlist.data);
  }

  if (playlist.error) {
    return (
      <span className="flex flex-col gap-1">
        <Button icon={<RefreshCw aria-hidden />} onClick={() => void playlist.refetch()}>
          {t("common.tryAgain")}
        </Button>
        <span role="alert" className="text-destructive text-small">
          {getErrorMessage(playlist.error)}
        </span>
      </span>
    );
  }
  return (
    <Button
      icon={isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      aria-busy={playlist.isLoading || undefined}
      onClick={toggle}
    >
      {t(isPlaying ? "landing.previewPause" : "landing.previewPlay")}
    </Button>
  );
}
