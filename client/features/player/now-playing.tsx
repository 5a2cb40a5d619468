import { clsx } from "clsx";
import { say } from "#client/lib/words.ts";
import { chapterLabel, chapterTitle } from "./track.ts";
import { usePlayerState } from "./use-player.ts";

/** The chapter that is loaded, in words; empty while it is being fetched. */
export function useChapterText(): string {
  const chapter = usePlayerState(({ playlist, chapterIndex }) => playlist?.chapters[chapterIndex]);
  if (!chapter) return say("player.loading");
  const title = chapterTitle(chapter);
  return title ? `${chapterLabel(chapter)} · ${title}` : chapterLabel(chapter);
}

/** What is playing. */
export function NowPlaying({ isCentred = false }: { readonly isCentred?: boolean }) {
  const track = usePlayerState((state) => state.track);
  const chapter = useChapterText();
  const hasAiVoice = usePlayerState(({ playlist }) => playlist?.hasAiVoice ?? false);
  return (
    <div className={clsx("min-w-0", isCentred && "text-center")}>
      <p dir="auto" className={clsx("truncate font-medium", isCentred ? "text-lead" : "text-small")}>
        {track?.title}
      </p>
      <p dir="auto" className="truncate text-muted text-small">
        {hasAiVoice && <bdi className="font-medium text-primary">{say("ui.aiVoice")} · </bdi>}
        {chapter}
      </p>
    </div>
  );
}
