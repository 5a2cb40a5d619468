import { useQuery } from "@tanstack/react-query";
import { Plus, Trash } from "lucide-react";
import { useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { dictionaryContract, type GlossaryTerm, maxGlossaryTerms } from "#shared/dictionary/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

/** The terms of a book, for its author. */
export function GlossaryEditor({ bookId }: { readonly bookId: BookId }) {
  const glossary = useQuery({
    ...query(dictionaryContract.getEditedGlossary, { params: { bookId } }),
    refetchOnWindowFocus: false,
    // A refetch would replace what is being written.
    meta: {},
  });
  return (
    <QueryState
      query={glossary}
      loading={<Skeleton className="h-24 rounded-card" />}
      errorTitle={t("dictionary.glossaryFailed")}
    >
      {({ terms, version }) => (
        <GlossaryForm
          key={version}
          bookId={bookId}
          terms={terms}
          version={version}
          onSaved={glossary.refetch}
        />
      )}
    </QueryState>
  );
}

interface GlossaryFormProps {
  readonly bookId: BookId;
  readonly terms: readonly GlossaryTerm[];
  readonly version: number;
  readonly onSaved: () => Promise<unknown>;
}

function GlossaryForm({ bookId, terms, version, onSaved }: GlossaryFormProps) {
  const [rows, setRows] = useState(terms);
  const saveMutation = useContractMutation(dictionaryContract.saveGlossary, { handlesErrors: true });
  const change = (index: number, row: GlossaryTerm) =>
    setRows(rows.map((each, n) => (n === index ? row : each)));
  const { error } = saveMutation;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const filled = rows.filter(({ term, definition }) => term.trim() || definition.trim());
        saveMutation.mutate(
          { params: { bookId }, body: { version, terms: filled } },
          {
            onSuccess: () => {
              toast({ title: t("dictionary.glossarySaved") });
              void onSaved();
            },
          },
        );
      }}
    >
      <p className="text-muted">{t("dictionary.glossaryHint", { max: maxGlossaryTerms })}</p>
      {rows.map((row, index) => (
        <TermFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
          key={index}
          row={row}
          onChange={(next) => change(index, next)}
          onRemove={() => setRows(rows.toSpliced(index, 1))}
        />
      ))}
      <FormError error={error ? getErrorMessage(error) : null} cause={error} />
      <div className="flex flex-wrap gap-2">
        <Button
          tone="secondary"
          icon={<Plus aria-hidden />}
          disabled={rows.length >= maxGlossaryTerms}
          onClick={() => setRows([...rows, { term: "", definition: "" }])}
        >
          {t("dictionary.addTerm")}
        </Button>
        {(rows.length > 0 || terms.length > 0) && (
          <Button type="submit" isPending={saveMutation.isPending}>
            {t("common.save")}
          </Button>
        )}
      </div>
    </form>
  );
}

interface TermFieldsProps {
  readonly row: GlossaryTerm;
  readonly onChange: (row: GlossaryTerm) => void;
  readonly onRemove: () => void;
}

function TermFields({ row: { term, definition }, onChange, onRemove }: TermFieldsProps) {
  return (
    <div className="flex flex-col gap-2 border-line border-s-2 ps-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={t("dictionary.term")}
            dir="auto"
            required
            maxLength={100}
            value={term}
            onChange={({ target }) => onChange({ term: target.value, definition })}
          />
        </div>
        <IconButton
          label={t("dictionary.removeTerm", { term })}
          icon={<Trash aria-hidden />}
          onClick={onRemove}
        />
      </div>
      <TextArea
        label={t("dictionary.definition")}
        dir="auto"
        required
        maxLength={1000}
        rows={2}
        value={definition}
        onChange={({ target }) => onChange({ term, definition: target.value })}
      />
    </div>
  );
}
