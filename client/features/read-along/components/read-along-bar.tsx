import { AudioLines, Headphones } from "lucide-react";
import type { ReactNode } from "react";
import type { PlaybackSync } from "#client/features/read-along/playback-sync.ts";
import { useReadAlongState } from "#client/features/read-along/use-read-along-state.ts";
import { t } from "#client/lib/i18n/i18n.ts";

interface ReadAlongBarProps {
  readonly sync: PlaybackSync;
  readonly isSample: boolean;
  /** Plays from the visible page. */
  readonly onReadPageAloud: () => void;
  readonly statusText?: string;
  readonly onResumeFollowing?: () => void;
}

export function ReadAlongBar({
  sync,
  isSample,
  onReadPageAloud,
  statusText = t("readAlong.audioElsewhere"),
  onResumeFollowing = sync.resumeFollowing,
}: ReadAlongBarProps) {
  const { mode, isApproximate } = useReadAlongState(sync);
  if (mode === "free") {
    return (
      <fieldset
        aria-label={statusText}
        className="pointer-events-auto flex items-center gap-1 rounded-full border border-line bg-surface p-1 shadow-float"
      >
        <ChipButton icon={<AudioLines aria-hidden />} onPress={onResumeFollowing} isFirst>
          {t("readAlong.followAgain")}
        </ChipButton>
        <ChipButton icon={<Headphones aria-hidden />} onPress={onReadPageAloud}>
          {t("readAlong.listenHere")}
        </ChipButton>
      </fieldset>
    );
  }
  return (
    <div role="status">
      {isApproximate && !isSample && (
        <p className="pointer-events-auto animate-[appear_200ms_ease-out_1s_both] rounded-full border border-line bg-surface px-4 py-2 text-muted text-small shadow-float">
          {t("readAlong.approximate")}
        </p>
      )}
    </div>
  );
}

interface ChipButtonProps {
  readonly icon: ReactNode;
  readonly onPress: () => void;
  readonly isFirst?: boolean;
  readonly children: string;
}

function ChipButton({ icon, onPress, isFirst = false, children }: ChipButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={`inline-flex min-h-11 items-center gap-2 rounded-full px-4 font-medium text-small [&_svg]:size-4.5 ${isFirst ? "bg-primary text-on-primary hover:bg-primary/90" : "text-primary hover:bg-primary/10"}`}
    >
      {icon}
      <span className="inline-block first-letter:uppercase">{children}</span>
    </button>
  );
}
