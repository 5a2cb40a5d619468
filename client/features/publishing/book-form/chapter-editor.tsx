import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowUp, Merge, Play, Scissors } from "lucide-react";
import { useRef, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { type ChapterList, chaptersContract, chapterTypes } from "#shared/publishing/chapters.ts";
import { getChapterKind } from "#client/features/books/index.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import {
  type ChapterDraft,
  findPreviousFile,
  mergeWithPrevious,
  moveFileUp,
  splitChapterAt,
  toDrafts,
  toEdited,
} from "./chapter-drafts.ts";
import { parseClockTime } from "./clock-time.ts";

/** The chapters of an audiobook: opened on request, because a book can have thousands. */
export function ChapterEditor({ bookId }: { readonly bookId: BookId }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button tone="secondary" onClick={() => setOpen(true)}>
        {t("publishing.editChapters")}
      </Button>
    );
  }
  return <OpenEditor bookId={bookId} />;
}

function OpenEditor({ bookId }: { readonly bookId: BookId }) {
  const chapters = useQuery({
    ...query(chaptersContract.getChapters, { params: { bookId } }),
    refetchOnWindowFocus: false,
  });
  return (
    <QueryState
      query={chapters}
      loading={<Skeleton className="h-64" />}
      errorTitle={t("publishing.loadFailed")}
    >
      {(list) => <Editor key={list.version} bookId={bookId} list={list} />}
    </QueryState>
  );
}

interface EditorProps {
  readonly bookId: BookId;
  readonly list: ChapterList;
}

function Editor({ bookId, list }: EditorProps) {
  const form = useChapterForm(bookId, list);
  const { chapters: rows } = form.values;
  const setRows = (chapters: readonly ChapterDraft[]) => form.set({ chapters });
  const { play, split, player } = usePreview(list, rows, setRows);
  const change = (key: string, changed: Partial<ChapterDraft>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {!list.canMove && <p className="text-muted">{t("publishing.chaptersFixed")}</p>}
      <div className="sticky top-18 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-2">
        {player}
        {list.canMove && (
          <Button tone="secondary" size="small" icon={<Scissors aria-hidden />} onClick={split}>
            {t("publishing.splitHere")}
          </Button>
        )}
      </div>
      <ol className="flex flex-col divide-y divide-line">
        {rows.map((row, index) => (
          <ChapterRow
            key={row.key}
            row={row}
            number={index + 1}
            isFirstOfFile={rows[index - 1]?.fileId !== row.fileId}
            canMove={list.canMove}
            canMoveUp={list.canMove && findPreviousFile(rows, index) !== null}
            onChange={(changed) => change(row.key, changed)}
            onPlay={() => play(row)}
            onMerge={() => setRows(mergeWithPrevious(rows, index))}
            onMoveUp={() => setRows(moveFileUp(rows, index))}
          />
        ))}
      </ol>
      <FormError error={form.error ?? form.field("chapters").error ?? null} />
      <div className="flex gap-2">
        <Button type="submit" isPending={form.isPending}>
          {t("publishing.saveChapters")}
        </Button>
        <Button tone="quiet" onClick={() => form.reset()}>
          {t("publishing.discard")}
        </Button>
      </div>
    </form>
  );
}

function useChapterForm(bookId: BookId, { version, chapters }: ChapterList) {
  const client = useQueryClient();
  return useContractForm(chaptersContract.setChapters, {
    values: { chapters: toDrafts(chapters) as readonly ChapterDraft[] },
    validate: ({ chapters }) => {
      const invalid = chapters.findIndex(
        ({ time, title }) => parseClockTime(time) === null || title.trim() === "",
      );
      return invalid < 0 ? {} : { form: t("publishing.chapterWrong", { n: invalid + 1 }) };
    },
    toInput: (values) => ({ params: { bookId }, body: { version, chapters: toEdited(values.chapters) } }),
    replaces: chaptersContract.getChapters,
    warnsUnsaved: true,
    onSuccess: (saved) => {
      toast({ title: t("publishing.saved") });
      client.setQueryData(query(chaptersContract.getChapters, { params: { bookId } }).queryKey, saved);
    },
  });
}

/** Plays chapters, and splits the one that is playing. */
function usePreview(
  { files }: ChapterList,
  rows: readonly ChapterDraft[],
  setRows: (rows: readonly ChapterDraft[]) => void,
) {
  const audio = useRef<HTMLAudioElement>(null);
  const [fileId, setFileId] = useState(files[0]?.id ?? "");
  const file = files.find(({ id }) => id === fileId);
  const play = ({ fileId: ownFileId, time }: ChapterDraft) => {
    const element = audio.current;
    const file = files.find(({ id }) => id === ownFileId);
    if (!element || !file) return;
    if (ownFileId !== fileId) {
      setFileId(ownFileId);
      element.src = file.audioUrl;
    }
    element.currentTime = parseClockTime(time) ?? 0;
    void element.play().catch(() => {});
  };
  const split = () => {
    const at = audio.current?.currentTime ?? 0;
    const after = splitChapterAt(rows, fileId, at, t("publishing.newChapter"));
    if (after) setRows(after);
    else toast({ tone: "destructive", title: t("publishing.splitExists") });
  };
  const player = (
    // biome-ignore lint/a11y/useMediaCaption: the recording of a book has no captions.
    <audio
      ref={audio}
      controls
      preload="metadata"
      src={file?.audioUrl}
      aria-label={file?.fileName || t("publishing.recording")}
      className="h-11 min-w-0 flex-1 basis-60"
    />
  );
  return { play, split, player };
}

interface ChapterRowProps {
  readonly row: ChapterDraft;
  readonly number: number;
  readonly isFirstOfFile: boolean;
  readonly canMove: boolean;
  readonly canMoveUp: boolean;
  readonly onChange: (changed: Partial<ChapterDraft>) => void;
  readonly onPlay: () => void;
  readonly onMerge: () => void;
  readonly onMoveUp: () => void;
}

function ChapterRow({ row, number, isFirstOfFile, canMove, canMoveUp, ...on }: ChapterRowProps) {
  const { title, chapterType, time } = row;
  const isTimeInvalid = parseClockTime(time) === null;
  const types = [...new Set<string>([...chapterTypes, chapterType])];
  return (
    <li className="flex flex-wrap items-end gap-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <TextField
          label={t("publishing.chapterTitle", { n: number })}
          value={title}
          maxLength={300}
          error={title.trim() === "" ? t("publishing.titleRequired") : undefined}
          onChange={({ target }) => on.onChange({ title: target.value })}
        />
      </div>
      <div className="w-36">
        <Select
          label={t("publishing.chapterType", { n: number })}
          isLabelHidden
          value={chapterType}
          options={types.map((value) => ({ value, label: getTypeName(value) }))}
          onChange={(value) => on.onChange({ chapterType: value })}
        />
      </div>
      <div className="w-28">
        <TextField
          label={t("publishing.chapterStart", { n: number })}
          dir="ltr"
          inputMode="decimal"
          value={time}
          disabled={!canMove || isFirstOfFile}
          error={isTimeInvalid ? t("publishing.timeWrong") : undefined}
          onChange={({ target }) => on.onChange({ time: target.value })}
        />
      </div>
      <div className="flex">
        <IconButton
          icon={<Play aria-hidden />}
          label={t("publishing.playChapter", { n: number })}
          onClick={on.onPlay}
        />
        {canMove && !isFirstOfFile && (
          <IconButton
            icon={<Merge aria-hidden />}
            label={t("publishing.mergeChapter", { n: number })}
            onClick={on.onMerge}
          />
        )}
        {canMoveUp && (
          <IconButton
            icon={<ArrowUp aria-hidden />}
            label={t("publishing.moveFileUp", { n: number })}
            onClick={on.onMoveUp}
          />
        )}
      </div>
    </li>
  );
}

function getTypeName(type: string): string {
  if (type === "chapter") return t("publishing.typeChapter");
  return getChapterKind(type) ?? type.replaceAll("_", " ");
}
