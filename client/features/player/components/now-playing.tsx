import { clsx } from "clsx";
import type { Chapter } from "#shared/player/contract.ts";
import { getChapterLabel, getChapterTitle } from "#client/features/player/engine/track.ts";
import { usePlayerState } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";

export function NowPlaying({ isCentered = false }: { readonly isCentered?: boolean }) {
  const track = usePlayerState((state) => state.track);
  const chapter = usePlayerState(({ playlist, chapterIndex }) => playlist?.chapters[chapterIndex]);
  const hasAiVoice = usePlayerState(({ playlist }) => playlist?.hasAiVoice ?? false);
  return (
    <div className={clsx("min-w-0", isCentered && "text-center")}>
      <p dir="auto" className={clsx("truncate font-medium", isCentered ? "text-lead" : "text-small")}>
        {track?.title}
      </p>
      <p className={clsx("flex overflow-hidden text-muted text-small", isCentered && "justify-center")}>
        {hasAiVoice && (
          <bdi className="shrink-0 whitespace-pre font-medium text-primary">{t("ui.aiVoice")} · </bdi>
        )}
        {chapter ? <ChapterText chapter={chapter} /> : t("player.loading")}
      </p>
    </div>
  );
}

function ChapterText({ chapter }: { readonly chapter: Chapter }) {
  const [label, title] = [getChapterLabel(chapter), getChapterTitle(chapter)];
  if (title === null) return <bdi className="truncate">{label}</bdi>;
  return (
    <>
      <bdi className="shrink-0 whitespace-pre">{label} · </bdi>
      <bdi className="truncate">{title}</bdi>
    </>
  );
}
