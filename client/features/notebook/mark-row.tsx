import { clsx } from "clsx";
import { BookOpen, NotebookPen, Palette, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import { getClipPath, isClipAnchor, toClip } from "#shared/marks/clip.ts";
import { isTextAnchor, markStyles } from "#shared/marks/mark.ts";
import {
  type MarkFields,
  markColors,
  NoteDialog,
  NoteText,
  type ShownMark,
} from "#client/features/marks/index.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";

interface MarkRowProps {
  readonly mark: ShownMark;
  /** In lists of several books. */
  readonly book?: { readonly id: string; readonly title: string; readonly isVisible: boolean };
  readonly onChange: (fields: MarkFields) => void;
  /** Opens the place in the open book instead of its page. */
  readonly onJump?: (mark: ShownMark) => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** A mark with its passage, note and tags, which are changed here. */
export function MarkRow({ mark, book, onChange, onJump, children }: MarkRowProps) {
  const [isEdited, setEdited] = useState(false);
  const { anchor, style, tags, placement, createdAt, note, isDeleted } = mark;
  const color = style && style !== "underline" ? markColors[style] : undefined;
  return (
    <article className="flex flex-col gap-2 px-4 py-3">
      {anchor.quote && (
        <blockquote
          dir="auto"
          className={clsx("border-s-2 ps-3", !color && "border-line")}
          style={color ? { borderInlineStartColor: color } : undefined}
        >
          <p className={clsx("wrap-anywhere", style === "underline" && "underline underline-offset-4")}>
            {anchor.quote.exact}
          </p>
        </blockquote>
      )}
      {note && (
        <div className="wrap-anywhere text-small">
          <NoteText mark={mark} />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex min-w-0 flex-wrap gap-x-3 text-muted text-small">
          {book && <BookName book={book} />}
          <span>{getKindText(mark)}</span>
          <span>{formatCalendarDay(createdAt)}</span>
          {tags.map((tag) => (
            <bdi key={tag}>#{tag}</bdi>
          ))}
          {placement === "lost" && <span className="text-destructive">{t("notebook.lost")}</span>}
        </p>
        <div className="flex flex-wrap items-center -mx-2">
          {isDeleted ? (
            <IconButton
              label={t("notebook.restore")}
              icon={<Undo2 aria-hidden />}
              onClick={() => onChange({ isDeleted: false })}
            />
          ) : (
            <Actions mark={mark} onChange={onChange} onJump={onJump} onEdit={() => setEdited(true)} />
          )}
          {children}
        </div>
      </div>
      {isEdited && <NoteDialog mark={mark} onSave={onChange} onClose={() => setEdited(false)} />}
    </article>
  );
}

function getKindText({ anchor, style, note }: ShownMark): string {
  if (isClipAnchor(anchor)) return t("marks.clip");
  return style ? t(`marks.style-${style}`) : t(note ? "marks.note" : "notebook.bookmark");
}

function BookName({ book: { id, title, isVisible } }: { readonly book: NonNullable<MarkRowProps["book"]> }) {
  if (!isVisible) return <bdi>{title}</bdi>;
  return (
    <TextLink to={`/book/${id}`} className="relative after:absolute after:inset-x-0 after:-inset-y-3">
      <bdi>{title}</bdi>
    </TextLink>
  );
}

interface ActionsProps extends Pick<MarkRowProps, "mark" | "onChange"> {
  readonly onJump: MarkRowProps["onJump"];
  readonly onEdit: () => void;
}

function Actions({ mark, onChange, onJump, onEdit }: ActionsProps) {
  const navigate = useNavigate();
  const { anchor, placement, bookId, style, note } = mark;
  const sentence = isTextAnchor(anchor) ? anchor.start.sentence : anchor.sentence;
  const path = isClipAnchor(anchor)
    ? getClipPath(bookId, toClip(anchor))
    : sentence
      ? `/read/${bookId}?sentence=${sentence}`
      : `/book/${bookId}`;
  return (
    <>
      {placement !== "lost" && (
        <IconButton
          label={t("notebook.open")}
          icon={<BookOpen aria-hidden />}
          onClick={() => (onJump && !isClipAnchor(anchor) ? onJump(mark) : void navigate(path))}
        />
      )}
      <IconButton
        label={note ? t("marks.editNote") : t("marks.addNote")}
        icon={<NotebookPen aria-hidden />}
        onClick={onEdit}
      />
      {style && (
        <Menu
          label={t("notebook.color")}
          groups={[
            markStyles.map((choice) => ({
              label: t(`marks.style-${choice}`),
              isSelected: choice === style,
              onSelect: () => onChange({ style: choice }),
            })),
          ]}
          trigger={(props) => (
            <IconButton {...props} label={t("notebook.color")} icon={<Palette aria-hidden />} />
          )}
        />
      )}
      <IconButton
        label={t("marks.delete")}
        icon={<Trash2 aria-hidden />}
        onClick={() => {
          onChange({ isDeleted: true });
          const undo = { label: t("notebook.undo"), onSelect: () => onChange({ isDeleted: false }) };
          toast({ title: t("notebook.deleted"), action: undo });
        }}
      />
    </>
  );
}
