import { Copy, NotebookPen, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { MarkStyle } from "#shared/marks/mark.ts";
import type { ShownMark } from "#client/features/marks/store/mark-store.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { RichTextView } from "#client/ui/rich-text-view.tsx";
import { StyleButtons } from "./style-buttons.tsx";

interface MarkActionsProps {
  readonly mark: ShownMark;
  readonly onStyle: (style: MarkStyle) => void;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
  /** Further buttons. */
  readonly more?: ReactNode;
}

/** A highlight that was tapped: its note, colour and actions. */
export function MarkActions({ mark, onStyle, onEdit, onCopy, onDelete, more }: MarkActionsProps) {
  return (
    <>
      {(mark.note || mark.tags.length > 0) && (
        <div className="max-h-40 max-w-sm overflow-y-auto px-3 py-2 text-small">
          <NoteText mark={mark} />
          {mark.tags.length > 0 && (
            <p className="mt-1 flex flex-wrap gap-x-2 text-muted">
              {mark.tags.map((tag) => (
                <bdi key={tag}>#{tag}</bdi>
              ))}
            </p>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-center">
        <StyleButtons value={mark.style} onChoose={onStyle} />
      </div>
      <div className="flex flex-wrap items-center justify-center">
        <IconButton
          icon={<NotebookPen aria-hidden />}
          label={mark.note ? t("marks.editNote") : t("marks.addNote")}
          onClick={onEdit}
        />
        <IconButton icon={<Copy aria-hidden />} label={t("marks.copy")} onClick={onCopy} />
        {more}
        <IconButton icon={<Trash2 aria-hidden />} label={t("marks.delete")} onClick={onDelete} />
      </div>
    </>
  );
}

/** A note; as plain text until the server has it. */
export function NoteText({ mark: { note, content } }: { readonly mark: ShownMark }) {
  return content ? (
    <RichTextView content={content} />
  ) : (
    <p dir="auto" className="whitespace-pre-wrap">
      {note}
    </p>
  );
}
