import { useRef, useState } from "react";
import { alignmentContract, type EditableChapter } from "#shared/alignment/contract.ts";
import type { EditableSentence, LowConfidenceSpan } from "#shared/alignment/map.ts";
import { minConfidence } from "#shared/alignment/map.ts";
import type { BookId } from "#shared/books/book.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { formatClockTime } from "./format-time.ts";
import { SentenceRow } from "./sentence-row.tsx";
import { useEditableChapter } from "./use-alignment-editor.ts";

interface ChapterEditorProps {
  readonly bookId: BookId;
  readonly chapterNumber: number;
}

/** Plays a chapter, lists its low-confidence passages and lets staff set sentence times manually. */
export function ChapterEditor({ bookId, chapterNumber }: ChapterEditorProps) {
  const chapter = useEditableChapter(bookId, chapterNumber);
  return (
    <div className="border-line border-t p-4">
      <QueryState
        query={chapter}
        loading={<Skeleton className="h-40 w-full" />}
        errorTitle={t("alignment.chapterFailed")}
      >
        {(data) => <AnchorEditor bookId={bookId} chapter={data} />}
      </QueryState>
    </div>
  );
}

function AnchorEditor({ bookId, chapter }: { readonly bookId: BookId; readonly chapter: EditableChapter }) {
  const audioElement = useRef<HTMLAudioElement>(null);
  const [isOnlyLowConfidence, setOnlyLowConfidence] = useState(true);
  const set = useContractMutation(alignmentContract.setAnchor);
  const deleteMutation = useContractMutation(alignmentContract.deleteAnchor);
  const { chapterNumber, audio, audioStart, duration } = chapter;
  const playAt = (at: number) => {
    if (!audioElement.current) return;
    audioElement.current.currentTime = audioStart + at;
    void audioElement.current.play().catch(() => undefined);
  };
  const setNow = async ({ id }: EditableSentence) => {
    const at = Math.max(0, (audioElement.current?.currentTime ?? 0) - audioStart);
    const body = { chapterNumber, at: Math.round(at * 1000) / 1000 };
    await set.mutateAsync({ params: { bookId, sentence: id }, body }).then(
      () => toast({ title: t("alignment.saved") }),
      () => undefined,
    );
  };
  const visibleSentences = chapter.sentences.filter(
    (sentence) => !isOnlyLowConfidence || isLowConfidence(sentence),
  );
  return (
    <div className="flex flex-col gap-6">
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is shown below. */}
      <audio
        ref={audioElement}
        controls
        preload="metadata"
        aria-label={t("alignment.listen")}
        src={`${audio}#t=${audioStart},${audioStart + duration}`}
        className="w-full"
      />
      <LowConfidenceList spans={chapter.lowConfidence} onPlay={playAt} />
      <section className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="font-medium">{t("alignment.sentences")}</h3>
          <Switch
            label={t("alignment.onlyLowConfidence")}
            checked={isOnlyLowConfidence}
            onChange={setOnlyLowConfidence}
          />
        </div>
        <p className="text-muted text-small">{t("alignment.setHint")}</p>
        {visibleSentences.length === 0 && <p>{t("alignment.allSynced")}</p>}
        <ol className="flex flex-col divide-y divide-line">
          {visibleSentences.map((sentence) => (
            <SentenceRow
              key={sentence.id}
              sentence={sentence}
              isBusy={set.isPending || deleteMutation.isPending}
              onPlay={playAt}
              onSet={() => void setNow(sentence)}
              onUndo={() => deleteMutation.mutate({ params: { bookId, sentence: sentence.id } })}
            />
          ))}
        </ol>
      </section>
    </div>
  );
}

const isLowConfidence = ({ confidence, isAnchored }: EditableSentence) =>
  confidence < minConfidence || isAnchored;

interface LowConfidenceListProps {
  readonly spans: readonly LowConfidenceSpan[];
  readonly onPlay: (at: number) => void;
}

function LowConfidenceList({ spans, onPlay }: LowConfidenceListProps) {
  if (spans.length === 0) return <p>{t("alignment.noDoubts")}</p>;
  return (
    <section>
      <h3 className="mb-2 font-medium">{t("alignment.lowConfidence")}</h3>
      <ul className="flex flex-col">
        {spans.map(({ kind, start, end }) => (
          <li key={`${kind} ${start} ${end}`} className="flex flex-wrap items-center gap-x-3">
            <Button
              tone="quiet"
              size="small"
              className="tabular-nums"
              aria-label={t("alignment.playAt", { time: formatClockTime(start) })}
              onClick={() => onPlay(start)}
            >
              <span dir="ltr">
                {end > start ? `${formatClockTime(start)} – ${formatClockTime(end)}` : formatClockTime(start)}
              </span>
            </Button>
            <span className="text-small">{t(`alignment.kind_${kind}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
