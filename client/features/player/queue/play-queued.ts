import type { QueryClient } from "@tanstack/react-query";
import type { UserId } from "#shared/accounts/user.ts";
import { call } from "#shared/api/http-client.ts";
import { playerContract } from "#shared/player/contract.ts";
import type { QueuedBook } from "#shared/queue/queue.ts";
import type { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import { getBookDuration, getChapterStart, toBookTime } from "#client/features/player/engine/timeline.ts";
import { changeQueue } from "#client/features/queue/index.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

/** A book whose rest is shorter begins again. */
const endsWithinSeconds = 10;

interface PlayQueuedOptions {
  readonly engine: PlayerEngine;
  readonly client: QueryClient;
  readonly userId: UserId;
  readonly book: QueuedBook;
  /** Checked once the book was loaded. */
  readonly isStillWanted?: () => boolean;
}

/** Plays a book of the queue from the saved position and removes it from the queue. @returns whether it plays */
export async function playQueued(options: PlayQueuedOptions): Promise<boolean> {
  const { engine, client, userId, book, isStillWanted = () => true } = options;
  try {
    const playlist = await call(playerContract.getPlaylist, { params: { bookId: book.id } });
    if (!isStillWanted()) return false;
    const start = getChapterStart(playlist);
    const isAtEnd = getBookDuration(playlist) - toBookTime(playlist, start) < endsWithinSeconds;
    if (isAtEnd) engine.playBook(playlist, { index: 0, time: 0 }, "restart");
    else engine.playBook(playlist, start);
  } catch (error) {
    const description = getErrorMessage(error);
    toast({ tone: "destructive", title: t("queue.playFailed", { title: book.title }), description });
    return false;
  }
  await changeQueue(client, userId, { kind: "delete", bookId: book.id });
  return true;
}
