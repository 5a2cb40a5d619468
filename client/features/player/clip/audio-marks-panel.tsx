import { Link2, NotebookPen, Scissors, Trash2 } from "lucide-react";
import { useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { getClipPath, isClipAnchor, toClip } from "#shared/marks/clip.ts";
import { type AudioAnchor, isTextAnchor } from "#shared/marks/mark.ts";
import type { Playlist } from "#shared/player/contract.ts";
import {
  type MarkFields,
  NoteDialog,
  NoteText,
  type ShownMark,
  useMarkStore,
} from "#client/features/marks/index.ts";
import { getChapterLabel, getChapterTitle } from "#client/features/player/engine/track.ts";
import { formatClockTime } from "#client/features/player/format-time.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { ClipEditor } from "./clip-editor.tsx";

/** The bookmarks and clips of the audiobook that plays. */
export function AudioMarksPanel() {
  const user = useUser();
  const playlist = usePlayerState((state) => state.playlist);
  return user && playlist ? <AudioMarks userId={user.id} playlist={playlist} /> : null;
}

type AudioMark = ShownMark & { readonly anchor: AudioAnchor };

const isAudioMark = (mark: ShownMark): mark is AudioMark => !isTextAnchor(mark.anchor);

function AudioMarks({ userId, playlist }: { readonly userId: UserId; readonly playlist: Playlist }) {
  const { store, marks } = useMarkStore(userId, { bookId: playlist.bookId, version: "" });
  const index = usePlayerState((state) => state.chapterIndex);
  const [clipIndex, setClipIndex] = useState<number | null>(null);
  const audioMarks = marks.filter(isAudioMark);
  if (!store) return null;
  return (
    <div className="flex flex-col gap-3">
      {clipIndex === null ? (
        <Button
          size="small"
          tone="secondary"
          icon={<Scissors aria-hidden />}
          onClick={() => setClipIndex(index)}
        >
          {t("marks.clipNew")}
        </Button>
      ) : (
        <ClipEditor
          userId={userId}
          playlist={playlist}
          index={clipIndex}
          onClose={() => setClipIndex(null)}
        />
      )}
      {audioMarks.length === 0 ? (
        <p className="text-muted text-small">{t("marks.noAudioMarks")}</p>
      ) : (
        <ul aria-label={t("marks.audioMarks")} className="divide-y divide-line">
          {audioMarks.map((mark) => (
            <li key={mark.id}>
              <AudioMarkRow
                mark={mark}
                playlist={playlist}
                onChange={(fields) => store.change(mark.id, fields)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface AudioMarkRowProps {
  readonly mark: AudioMark;
  readonly playlist: Playlist;
  readonly onChange: (fields: MarkFields) => void;
}

function AudioMarkRow({ mark, playlist, onChange }: AudioMarkRowProps) {
  const { engine, clip } = usePlayer();
  const [isEdited, setEdited] = useState(false);
  const { anchor, note, bookId } = mark;
  const index = playlist.chapters.findIndex(({ chapterNumber }) => chapterNumber === anchor.chapter);
  const chapter = playlist.chapters[index];
  const time = formatClockTime(anchor.offset);
  const play = () => {
    if (isClipAnchor(anchor)) clip.play(playlist, { index, from: anchor.offset, to: anchor.end });
    else engine.playFrom({ index, time: anchor.offset });
  };
  const remove = () => {
    onChange({ isDeleted: true });
    const undo = { label: t("common.undo"), onSelect: () => onChange({ isDeleted: false }) };
    toast({ title: t("marks.deleted"), action: undo });
  };
  return (
    <div className="flex flex-col gap-1 py-2">
      <div className="flex items-center">
        <button
          type="button"
          disabled={!chapter || chapter.isLocked}
          onClick={play}
          className="min-h-11 min-w-0 flex-1 rounded-control px-2 text-start text-small hover:bg-primary/10 disabled:opacity-60"
        >
          <span className="block font-medium tabular-nums">
            {isClipAnchor(anchor)
              ? `${t("marks.clip")} ${t("marks.clipRange", { from: time, to: formatClockTime(anchor.end) })}`
              : t("marks.audioBookmark", { time })}
          </span>
          {chapter && (
            <bdi className="block truncate text-badge text-muted">
              {getChapterTitle(chapter) ?? getChapterLabel(chapter)}
            </bdi>
          )}
        </button>
        {isClipAnchor(anchor) && (
          <IconButton
            label={t("marks.clipLink")}
            icon={<Link2 aria-hidden />}
            onClick={() => void copyText(new URL(getClipPath(bookId, toClip(anchor)), location.origin).href)}
          />
        )}
        <IconButton
          label={note ? t("marks.editNote") : t("marks.addNote")}
          icon={<NotebookPen aria-hidden />}
          onClick={() => setEdited(true)}
        />
        <IconButton label={t("marks.delete")} icon={<Trash2 aria-hidden />} onClick={remove} />
      </div>
      {anchor.quote && (
        <blockquote dir="auto" className="line-clamp-3 border-line border-s-2 ps-3 text-muted text-small">
          {anchor.quote.exact}
        </blockquote>
      )}
      {note && (
        <div dir="auto" className="wrap-anywhere ps-2 text-small">
          <NoteText mark={mark} />
        </div>
      )}
      {isEdited && <NoteDialog mark={mark} onSave={onChange} onClose={() => setEdited(false)} />}
    </div>
  );
}
