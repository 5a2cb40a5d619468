import { Ear, Play, Undo2 } from "lucide-react";
import { type EditableSentence, minConfidence } from "#shared/alignment/map.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { formatClockTime } from "./format-time.ts";

interface SentenceRowProps {
  readonly sentence: EditableSentence;
  readonly isBusy: boolean;
  readonly onPlay: (at: number) => void;
  readonly onSet: () => void;
  readonly onUndo: () => void;
}

export function SentenceRow({ sentence, isBusy, onPlay, onSet, onUndo }: SentenceRowProps) {
  const { text, start, isAnchored } = sentence;
  return (
    <li className="flex flex-col gap-1 py-3">
      <p dir="auto" className="max-w-measure text-start">
        {text}
      </p>
      <div className="flex flex-wrap items-center gap-x-2 text-small">
        <span className="text-muted">{formatConfidence(sentence)}</span>
        {start !== null && (
          <Button
            tone="quiet"
            size="small"
            icon={<Play aria-hidden />}
            aria-label={t("alignment.playAt", { time: formatClockTime(start) })}
            onClick={() => onPlay(start)}
          >
            <span dir="ltr" className="tabular-nums">
              {formatClockTime(start)}
            </span>
          </Button>
        )}
        <Button
          tone="quiet"
          size="small"
          icon={<Ear aria-hidden />}
          aria-label={t("alignment.setStartOf", { text })}
          disabled={isBusy}
          onClick={onSet}
        >
          {t("alignment.setStart")}
        </Button>
        {isAnchored && (
          <Button
            tone="quiet"
            size="small"
            icon={<Undo2 aria-hidden />}
            aria-label={t("alignment.undoOf", { text })}
            disabled={isBusy}
            onClick={onUndo}
          >
            {t("alignment.undo")}
          </Button>
        )}
      </div>
    </li>
  );
}

function formatConfidence({ start, confidence, isAnchored }: EditableSentence): string {
  if (isAnchored) return t("alignment.manual");
  if (start === null) return t("alignment.notFound");
  return t(confidence >= minConfidence ? "alignment.sure" : "alignment.unsure");
}
