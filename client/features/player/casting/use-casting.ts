import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { podcastsContract } from "#shared/podcasts/contract.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { query } from "#client/lib/api/query.ts";
import { useStore } from "#client/lib/store.ts";
import { getRemote, soundRoute } from "./sound-route.ts";

interface Casting {
  /** Whether the browser found a device. */
  readonly isAvailable: boolean;
  readonly isCasting: boolean;
  /** The device fetches the file without the session, so that it gets only what everyone may hear. */
  readonly isRefused: boolean;
  /** Lets the user choose a device, or end the casting. */
  readonly choose: () => Promise<void>;
}

export function useCasting(): Casting {
  const { engine } = usePlayer();
  // Another file may be played by another element.
  const url = usePlayerState(({ track }) => track?.audioUrl ?? "");
  const bookId = usePlayerState(({ track }) => track?.bookId);
  const { isCasting } = useStore(soundRoute);
  const [isFound, setFound] = useState(false);
  const isAvailable = isFound || isCasting;
  const offer = useQuery({
    ...query(podcastsContract.getPodcastOffer, { params: { bookId: bookId as BookId } }),
    enabled: isAvailable && bookId !== undefined,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the element changes with the file.
  useEffect(() => {
    const remote = getRemote(engine.element);
    if (!remote) return;
    let isWatched = true;
    remote
      .watchAvailability((isAvailable) => isWatched && setFound(isAvailable))
      // Some browsers search only while the user chooses.
      .catch((error: unknown) =>
        setFound(error instanceof DOMException && error.name === "NotSupportedError"),
      );
    return () => {
      isWatched = false;
      remote.cancelWatchAvailability().catch(() => undefined);
    };
  }, [engine, url]);

  return {
    isAvailable,
    isCasting,
    isRefused: offer.data?.hasMore ?? false,
    choose: async () => {
      // The user may close the list without a choice.
      await getRemote(engine.element)
        ?.prompt()
        .catch(() => undefined);
    },
  };
}
