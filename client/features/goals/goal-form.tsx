import { useQueries } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { type Goal, GoalId, type GoalKind, goalsContract, type NewGoal } from "#shared/goals/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { LibraryEntry } from "#shared/library/entry.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { getTitle, toNewGoal } from "./goal-card.tsx";

interface GoalFormProps {
  /** Null for a new goal. */
  readonly goal: Goal | null;
  readonly others: readonly Goal[];
  /** Preselects this book. */
  readonly preset?: { readonly title: string; readonly until: string; readonly splitByPrayer: boolean };
  readonly onClose: () => void;
}

const kinds = ["minutes", "pages", "books", "book"] as const;
const defaults = { minutes: 20, pages: 10, books: 12 } as const;

export function GoalForm({ goal, others, preset, onClose }: GoalFormProps) {
  const availableKinds = kinds.filter(
    (kind) => kind === "book" || others.every((other) => other.kind !== kind),
  );
  const [kind, setKind] = useState<GoalKind>(goal?.kind ?? (preset ? "book" : (availableKinds[0] ?? "book")));
  const [draft, setDraft] = useState<Draft>(() => ({ ...getDraft(goal), ...(!goal && preset) }));
  const [error, setError] = useState<MessageKey | null>(null);
  const [id] = useState(() => goal?.id ?? GoalId.parse(createId()));
  const saveMutation = useContractMutation(goalsContract.saveGoal, {
    invalidates: [goalsContract.listGoals],
    handlesErrors: true,
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const body = readDraft(kind, draft);
    setError(typeof body === "string" ? body : null);
    if (typeof body === "string") return;
    saveMutation.mutate(
      { params: { goalId: id }, query: { zone: getDeviceTimeZone() }, body },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      title={goal ? getTitle(goal) : (preset?.title ?? t("goals.add"))}
      description={t("goals.formHint")}
      isOpen
      onClose={onClose}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {!goal && !preset && (
          <Select
            label={t("goals.kind")}
            options={availableKinds.map((value) => ({ value, label: t(`goals.kind_${value}`) }))}
            value={kind}
            onChange={(value) => {
              setKind(value);
              if (value !== "book") setDraft({ ...draft, amount: String(defaults[value]) });
            }}
          />
        )}
        {kind === "book" ? (
          <BookFields goal={goal} draft={draft} onChange={setDraft} />
        ) : (
          <TextField
            label={t(`goals.kind_${kind}`)}
            inputMode="numeric"
            value={draft.amount}
            onChange={({ target }) => setDraft({ ...draft, amount: target.value })}
          />
        )}
        <FormFooter
          error={error ? t(error) : saveMutation.error && getErrorMessage(saveMutation.error)}
          submit={t("goals.set")}
          isPending={saveMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

interface BookFieldsProps {
  readonly goal: Goal | null;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

function BookFields({ goal, draft, onChange }: BookFieldsProps) {
  const options = useUnfinishedBooks().map(({ book }) => ({ value: book.id as string, label: book.title }));
  return (
    <>
      {!goal && (
        <Select
          label={t("goals.book")}
          hint={t("goals.bookHint")}
          options={[{ value: "", label: t("goals.chooseBook") }, ...options]}
          value={draft.bookId}
          onChange={(bookId) => onChange({ ...draft, bookId })}
        />
      )}
      <DateField
        label={t("goals.until")}
        value={draft.until}
        onChange={(until) => onChange({ ...draft, until })}
      />
      <Checkbox
        label={t("goals.splitIntoParts")}
        checked={draft.splitByPrayer}
        onChange={({ target }) => onChange({ ...draft, splitByPrayer: target.checked })}
      />
    </>
  );
}

const unfinished = ["currently-reading", "paused", "want-to-read", "did-not-finish"] as const;

function useUnfinishedBooks(): LibraryEntry[] {
  return useQueries({
    queries: unfinished.map((status) =>
      query(libraryContract.listLibrary, { query: { status, limit: 100 } }),
    ),
    combine: (requested) =>
      requested.flatMap(({ data }, n) => (data ?? []).filter(({ status }) => status === unfinished[n])),
  });
}

interface Draft {
  readonly amount: string;
  readonly bookId: string;
  readonly until: string;
  readonly splitByPrayer: boolean;
}

function getDraft(goal: Goal | null): Draft {
  const {
    amount = defaults.minutes,
    bookId = "",
    until = "",
    splitByPrayer = false,
  } = goal ? toNewGoal(goal) : {};
  return { amount: String(amount), bookId, until, splitByPrayer };
}

/** @returns the request, or the error to show */
function readDraft(kind: GoalKind, { amount, bookId, until, splitByPrayer }: Draft): NewGoal | MessageKey {
  if (kind === "book") {
    if (!bookId) return "goals.noBook";
    if (!until || until < toLocalDay(getDeviceTimeZone(), Date.now())) return "goals.noDay";
    return { kind, bookId: bookId as BookId, until, splitByPrayer };
  }
  const digits = amount.trim().replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const amountValue = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return amountValue >= 1 && amountValue <= 1_440 ? { kind, amount: amountValue } : "goals.noAmount";
}
