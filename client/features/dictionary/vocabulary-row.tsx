import { NotebookPen, Trash2 } from "lucide-react";
import { useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { type VocabularyWord, vocabularyContract } from "#shared/dictionary/vocabulary.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { DefinitionView } from "./definitions/definition-view.tsx";
import { parseDefinition } from "./definitions/parse-definition.ts";
import { OtherNames } from "./other-names.tsx";

interface VocabularyRowProps {
  readonly word: VocabularyWord;
  readonly getPlacePath: (bookId: BookId, sentence: string | undefined) => string;
}

/** A saved word with its meaning, sentence, book and note. */
export function VocabularyRow({ word: saved, getPlacePath }: VocabularyRowProps) {
  const { id, word, headword, definition, sentence, note, book, place } = saved;
  const [isEditing, setEditing] = useState(false);
  const deleteMutation = useContractMutation(vocabularyContract.deleteWord);
  return (
    <article className="flex flex-col gap-2 p-4">
      <h2 dir="auto" className="break-words font-semibold font-title">
        {word}
        <OtherNames word={word} headword={headword} />
      </h2>
      {definition && (
        <div className="line-clamp-3 max-w-measure break-words">
          <DefinitionView nodes={parseDefinition([["text", definition]])} />
        </div>
      )}
      {sentence && (
        <blockquote dir="auto" className="break-words border-accent border-s-2 ps-3 font-reading">
          {sentence}
        </blockquote>
      )}
      {note && (
        <p dir="auto" className="max-w-measure whitespace-pre-line break-words text-muted">
          {note}
        </p>
      )}
      <div className="-me-2 flex items-center">
        {book && (
          <TextLink
            to={getPlacePath(book.id, place?.sentence)}
            className="me-auto inline-flex min-h-11 min-w-0 items-center"
          >
            <bdi>{book.title}</bdi>
          </TextLink>
        )}
        <IconButton
          label={t("dictionary.editNoteOnWord", { word })}
          icon={<NotebookPen aria-hidden />}
          onClick={() => setEditing(true)}
        />
        <IconButton
          label={t("dictionary.deleteWord", { word })}
          icon={<Trash2 aria-hidden />}
          disabled={deleteMutation.isPending}
          onClick={() =>
            deleteMutation.mutate(
              { params: { wordId: id } },
              { onSuccess: () => toast({ title: t("dictionary.deleted", { word }) }) },
            )
          }
        />
      </div>
      {isEditing && <NoteDialog word={saved} onClose={() => setEditing(false)} />}
    </article>
  );
}

function NoteDialog({ word, onClose }: { readonly word: VocabularyWord; readonly onClose: () => void }) {
  const form = useContractForm(vocabularyContract.editWord, {
    values: { note: word.note },
    toInput: (body) => ({ params: { wordId: word.id }, body }),
    onSuccess: onClose,
  });
  return (
    <FormDialog form={form} title={word.word} submit={t("common.save")} onClose={onClose}>
      <TextArea {...form.field("note")} label={t("dictionary.note")} />
    </FormDialog>
  );
}
