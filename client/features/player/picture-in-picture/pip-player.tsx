import { Suspense, useEffect } from "react";
import { createPortal } from "react-dom";
import { NowPlaying } from "#client/features/player/components/now-playing.tsx";
import { SeekBar } from "#client/features/player/components/seek-bar.tsx";
import { Transport } from "#client/features/player/components/transport.tsx";
import { usePlayerState } from "#client/features/player/use-player.ts";
import { useStore } from "#client/lib/store.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { closePip, pipWindow } from "./pip-window.ts";

/** The player in its small window, while that is open. */
export function PipPlayer() {
  const opened = useStore(pipWindow);
  const track = usePlayerState((state) => state.track);
  useEffect(() => closePip, []);
  if (!opened || !track) return null;
  return createPortal(
    <Suspense>
      <div className="flex min-h-dvh flex-col justify-center gap-2 bg-surface p-3 text-ink">
        <div className="flex items-center gap-3">
          <Cover book={{ ...track, id: track.bookId }} sizes="40px" className="w-10 shrink-0" />
          <NowPlaying />
        </div>
        <Transport />
        <SeekBar />
      </div>
    </Suspense>,
    opened.document.body,
  );
}
