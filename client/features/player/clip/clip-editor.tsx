import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Play } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { maxNote } from "#shared/marks/mark.ts";
import type { Playlist } from "#shared/player/contract.ts";
import type { AudibleSentence } from "#shared/positions/sentence-times.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { addAudioBookmark } from "#client/features/marks/index.ts";
import { getDuration, toLocator } from "#client/features/player/engine/timeline.ts";
import { formatClockTime } from "#client/features/player/format-time.ts";
import { usePlayer } from "#client/features/player/use-player.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getReadingDirection } from "#client/lib/i18n/reading-direction.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { type ClipRange, getLastSeconds, moveEdge, moveToSentence } from "./clip-range.ts";

interface ClipEditorProps {
  readonly userId: UserId;
  readonly playlist: Playlist;
  /** Of the chapter. */
  readonly index: number;
  readonly onClose: () => void;
}

/** Keeps a range of the chapter that plays, at first its last 30 seconds. */
export function ClipEditor({ userId, playlist, index, onClose }: ClipEditorProps) {
  const { engine, clip } = usePlayer();
  const chapter = playlist.chapters[index];
  const duration = chapter ? getDuration(chapter) : 0;
  const sentences = useSentences(playlist, index);
  const [openedAt] = useState(() => engine.now());
  const [edited, setEdited] = useState<ClipRange | null>(null);
  const [note, setNote] = useState("");
  const range = edited ?? getLastSeconds(openedAt, duration, sentences);

  const save = () => {
    const { chapter: number = 1, fraction } = toLocator(playlist, { index, time: range.from });
    const anchor = { chapter: number, offset: range.from, end: range.to, fraction };
    const undo = addAudioBookmark(userId, playlist.bookId, anchor, note.trim());
    toast({ title: t("marks.clipSaved"), action: { label: t("common.undo"), onSelect: undo } });
    onClose();
  };
  const edge = (name: keyof ClipRange) => ({
    label: t(name === "from" ? "marks.clipStart" : "marks.clipEnd"),
    time: range[name],
    onMove: (by: number) => setEdited(moveEdge(range, name, by, duration)),
    onSentence:
      sentences.length > 0
        ? (direction: 1 | -1) => setEdited(moveToSentence(range, name, direction, { sentences, duration }))
        : null,
  });
  return (
    <section aria-label={t("marks.clipNew")} className="flex flex-col gap-3">
      <Edge {...edge("from")} />
      <Edge {...edge("to")} />
      <p className="text-muted text-small">
        {t("marks.clipLength", { n: Math.round(range.to - range.from) })}
      </p>
      <TextArea
        label={t("marks.clipNote")}
        value={note}
        maxLength={maxNote}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={save}>
          {t("marks.clipSave")}
        </Button>
        <Button
          size="small"
          tone="secondary"
          icon={<Play aria-hidden />}
          onClick={() => clip.play(playlist, { index, ...range })}
        >
          {t("marks.clipPlay")}
        </Button>
        <Button size="small" tone="quiet" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </section>
  );
}

/** Empty when text and audio are not aligned. */
function useSentences({ bookId, chapters, hasEbook }: Playlist, index: number): readonly AudibleSentence[] {
  const { data } = useQuery({
    ...query(readerContract.getSyncMap, { params: { bookId } }),
    enabled: hasEbook,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const number = chapters[index]?.chapterNumber;
  return data?.chapters.find(({ chapterNumber }) => chapterNumber === number)?.sentences ?? [];
}

interface EdgeProps {
  readonly label: string;
  readonly time: number;
  readonly onMove: (by: number) => void;
  readonly onSentence: ((direction: 1 | -1) => void) | null;
}

function Edge({ label, time, onMove, onSentence }: EdgeProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const forward = getReadingDirection() === "rtl" ? "ArrowLeft" : "ArrowRight";
    onMove(event.key === forward ? 1 : -1);
  };
  const flip = "rtl:rotate-180";
  return (
    <fieldset aria-label={label} onKeyDown={onKeyDown} className="flex items-center gap-1">
      <span className="min-w-0 flex-1 text-small">
        {label} <span className="font-medium tabular-nums">{formatClockTime(time)}</span>
      </span>
      {onSentence && (
        <IconButton
          label={t("marks.clipPreviousSentence", { edge: label })}
          icon={<ChevronsLeft aria-hidden className={flip} />}
          onClick={() => onSentence(-1)}
        />
      )}
      <IconButton
        label={t("marks.clipEarlier", { edge: label })}
        icon={<ChevronLeft aria-hidden className={flip} />}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={t("marks.clipLater", { edge: label })}
        icon={<ChevronRight aria-hidden className={flip} />}
        onClick={() => onMove(1)}
      />
      {onSentence && (
        <IconButton
          label={t("marks.clipNextSentence", { edge: label })}
          icon={<ChevronsRight aria-hidden className={flip} />}
          onClick={() => onSentence(1)}
        />
      )}
    </fieldset>
  );
}
