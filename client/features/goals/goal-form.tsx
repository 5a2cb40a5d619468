import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { type Goal, GoalId, type GoalKind, goalsContract, type NewGoal } from "#shared/goals/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { LibraryEntry } from "#shared/library/entry.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import type { FormErrors, FormHandle } from "#client/lib/forms/use-form.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";
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
  const [id] = useState(() => goal?.id ?? GoalId.parse(createId()));
  const form = useContractForm(goalsContract.saveGoal, {
    values: {
      kind: goal?.kind ?? (preset ? "book" : (availableKinds[0] ?? "book")),
      ...getDraft(goal),
      ...(!goal && preset && { until: preset.until, splitByPrayer: preset.splitByPrayer }),
    },
    validate: findErrors,
    toInput: (values) => ({
      params: { goalId: id },
      query: { zone: getDeviceTimeZone() },
      body: toBody(values),
    }),
    onSuccess: onClose,
  });
  const { kind } = form.values;
  return (
    <FormDialog
      form={form}
      title={goal ? getTitle(goal) : (preset?.title ?? t("goals.add"))}
      description={t("goals.formHint")}
      submit={t("goals.set")}
      onClose={onClose}
    >
      {!goal && !preset && (
        <Select
          {...form.field("kind")}
          label={t("goals.kind")}
          options={availableKinds.map((value) => ({ value, label: t(`goals.kind_${value}`) }))}
          onChange={(chosen) =>
            form.set({ kind: chosen, ...(chosen !== "book" && { amount: String(defaults[chosen]) }) })
          }
        />
      )}
      {kind === "book" ? (
        <BookFields goal={goal} form={form} />
      ) : (
        <TextField {...form.field("amount")} label={t(`goals.kind_${kind}`)} inputMode="numeric" />
      )}
    </FormDialog>
  );
}

interface BookFieldsProps {
  readonly goal: Goal | null;
  readonly form: FormHandle<GoalValues>;
}

function BookFields({ goal, form }: BookFieldsProps) {
  const options = useUnfinishedBooks().map(({ book }) => ({ value: book.id as string, label: book.title }));
  return (
    <>
      {!goal && (
        <Select
          {...form.field("bookId")}
          label={t("goals.book")}
          hint={t("goals.bookHint")}
          options={[{ value: "", label: t("goals.chooseBook") }, ...options]}
        />
      )}
      <DateField {...form.field("until")} label={t("goals.until")} />
      <Checkbox {...form.toggle("splitByPrayer")} label={t("goals.splitIntoParts")} />
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

interface GoalValues extends Draft {
  readonly kind: GoalKind;
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

function findErrors({ kind, amount, bookId, until }: GoalValues): FormErrors<GoalValues> {
  if (kind !== "book") {
    const value = toAmount(amount);
    return value >= 1 && value <= 1_440 ? {} : { amount: t("goals.noAmount") };
  }
  if (!bookId) return { bookId: t("goals.noBook") };
  const isPast = !until || until < toLocalDay(getDeviceTimeZone(), Date.now());
  return isPast ? { until: t("goals.noDay") } : {};
}

const toBody = ({ kind, amount, bookId, until, splitByPrayer }: GoalValues): NewGoal =>
  kind === "book"
    ? { kind, bookId: bookId as BookId, until, splitByPrayer }
    : { kind, amount: toAmount(amount) };

/** 0 for anything but a number in Western or Arabic digits. */
function toAmount(text: string): number {
  const digits = text.trim().replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  return /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
}
