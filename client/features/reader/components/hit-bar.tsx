import { ChevronDown, ChevronUp, X } from "lucide-react";
import type { JumpHistory } from "#client/features/reader/hooks/use-jump-history.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { JumpBackButton } from "./jump-back-toast.tsx";

interface HitBarProps {
  readonly index: number;
  readonly count: number;
  readonly history: JumpHistory;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
}

/** In the margin below the text, in the place of the bottom bar, until it is closed. */
export function HitBar({ index, count, history, onStep, onClose }: HitBarProps) {
  return (
    <section
      aria-label={t("readerPanels.search.hitBar")}
      className="absolute inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <div className="flex h-14 items-center justify-center gap-1">
        <JumpBackButton history={history} />
        <IconButton
          icon={<ChevronUp aria-hidden />}
          label={t("readerPanels.search.previousHit")}
          aria-keyshortcuts="Shift+F3"
          onClick={() => onStep(-1)}
        />
        <p role="status" className="min-w-24 text-center text-small tabular-nums">
          {t("readerPanels.search.hitOf", { n: index + 1, count })}
        </p>
        <IconButton
          icon={<ChevronDown aria-hidden />}
          label={t("readerPanels.search.nextHit")}
          aria-keyshortcuts="F3"
          onClick={() => onStep(1)}
        />
        <IconButton icon={<X aria-hidden />} label={t("readerPanels.search.closeHits")} onClick={onClose} />
      </div>
    </section>
  );
}
