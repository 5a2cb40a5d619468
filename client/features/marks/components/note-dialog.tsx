import { useEffect, useRef, useState } from "react";
import { maxNote, maxTags } from "#shared/marks/mark.ts";
import type { MarkFields, ShownMark } from "#client/features/marks/store/mark-store.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { RichTextArea } from "#client/ui/forms/rich-text-area.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface NoteDialogProps {
  readonly mark: ShownMark;
  readonly onSave: (fields: MarkFields) => void;
  readonly onClose: () => void;
}

const maxTagLength = 50;

/** Edits the note and the tags of a mark. What was typed is saved when the dialog or the page closes. */
export function NoteDialog({ mark, onSave, onClose }: NoteDialogProps) {
  const [note, setNote] = useState(mark.note);
  const [tags, setTags] = useState(mark.tags.join(", "));
  const latest = useRef({ note, tags, mark, onSave });
  latest.current = { note, tags, mark, onSave };
  useEffect(() => {
    const save = () => saveChanges(latest.current);
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, []);
  return (
    <Dialog title={mark.note ? t("marks.editNote") : t("marks.addNote")} isOpen onClose={onClose}>
      <blockquote dir="auto" className="line-clamp-3 border-line border-s-2 ps-3 text-muted text-small">
        {mark.anchor.quote?.exact}
      </blockquote>
      <RichTextArea
        data-initial-focus
        label={t("marks.note")}
        value={note}
        onChange={setNote}
        maxLength={maxNote}
        rows={6}
      />
      <TextField
        label={t("marks.tags")}
        hint={t("marks.tagsHint")}
        value={tags}
        onChange={({ target }) => setTags(target.value)}
      />
      <div className="flex justify-end">
        <Button onClick={onClose}>{t("marks.done")}</Button>
      </div>
    </Dialog>
  );
}

interface Draft extends Pick<NoteDialogProps, "mark" | "onSave"> {
  readonly note: string;
  readonly tags: string;
}

function saveChanges({ note, tags: text, mark, onSave }: Draft): void {
  const tags = readTags(text);
  const isNoteChanged = note.trim() !== mark.note;
  const areTagsChanged = tags.join("\n") !== mark.tags.join("\n");
  if (!isNoteChanged && !areTagsChanged) return;
  onSave({ ...(isNoteChanged && { note: note.trim() }), ...(areTagsChanged && { tags }) });
}

/** Tags separated by commas, also Arabic ones; a # before a tag is ignored. */
export function readTags(text: string): string[] {
  const tags = text
    .split(/[,،\n]/u)
    .map((tag) =>
      tag
        .trim()
        .replace(/^#+\s*/, "")
        .slice(0, maxTagLength)
        .trim(),
    )
    .filter((tag) => tag !== "");
  return [...new Set(tags)].slice(0, maxTags);
}
