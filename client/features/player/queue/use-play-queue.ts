import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { SleepState } from "#client/features/player/sleep-timer/sleep-timer.ts";
import { usePlayer, useSleepTimer } from "#client/features/player/use-player.ts";
import { loadQueue, useQueue } from "#client/features/queue/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { playQueued } from "./play-queued.ts";
import { isFinishDoubtful } from "./use-finish-doubt.ts";

/** Plays the next book of the queue when one ends, unless most of it was skipped. */
export function usePlayQueue(): void {
  const { engine } = usePlayer();
  const sleepTimer = useSleepTimer();
  const client = useQueryClient();
  const { userId, books, remove } = useQueue();

  useEffect(() => {
    if (!userId) return;
    // The end of a book turns the timer off.
    let sleep: SleepState | null = null;
    const playNext = async (bookId: BookId) => {
      const endedSleep = sleep;
      if (endedSleep?.plan?.kind === "chapter") return;
      const queue = await loadQueue(client, userId).catch(() => []);
      const next = queue.find(({ id }) => id !== bookId);
      const isStillWanted = () => {
        const { ending, track } = engine.getState();
        return ending === "finished" && track?.bookId === bookId;
      };
      if (!next || !isStillWanted() || (await isFinishDoubtful(client, bookId))) return;
      if (!(await playQueued({ engine, client, userId, book: next, isStillWanted }))) return;
      toast({ title: t("queue.nowPlaying", { title: next.title }) });
      const { plan = null, remaining = 0 } = endedSleep ?? {};
      if (plan)
        sleepTimer.start(plan.kind === "minutes" ? { kind: "minutes", minutes: remaining / 60 } : plan);
    };
    return engine.onCommand((command, { playlist }) => {
      if (command === "time" || command === "play") sleep = sleepTimer.getState();
      if (command === "finish" && playlist) void playNext(playlist.bookId);
    });
  }, [engine, client, userId, sleepTimer]);

  const queuedIds = books.map(({ id }) => id).join(" ");
  useEffect(
    () =>
      engine.onCommand((command, { playlist }) => {
        if (command === "play" && playlist && queuedIds.includes(playlist.bookId)) remove(playlist.bookId);
      }),
    [engine, queuedIds, remove],
  );
}
