import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useId, useState } from "react";
import { libraryContract } from "#shared/library/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { type ReadingSession, SessionId, type SessionKind } from "#shared/reading-activity/session.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import type { FormErrors } from "#client/lib/forms/use-form.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { parseTimes, type SessionFormValues, type Times, toSessionFormValues } from "./session-times.ts";
import { getRecorder } from "./tracking/recorder.ts";

interface SessionFormProps {
  /** Null for a new session. */
  readonly session: ReadingSession | null;
  readonly onClose: () => void;
}

const kinds = ["reading", "listening"] as const;

export function SessionForm({ session, onClose }: SessionFormProps) {
  const [id] = useState(() => session?.id ?? SessionId.parse(createId()));
  const [times] = useState(() => toSessionFormValues(session, new Date()));
  const books = useLibraryBooks();
  const isMeasured = session !== null && !session.isManual;
  const toSubject = (title: string) => {
    const bookId = session?.title === title ? session.bookId : books.find((book) => book.title === title)?.id;
    return bookId ? { bookId } : { title };
  };
  const params = { sessionId: id };
  const form = useContractForm(isMeasured ? activityContract.updateSession : activityContract.addSession, {
    values: { ...times, kind: (session?.kind === "listening" ? "listening" : "reading") as SessionKind },
    validate: (values) => findErrors(values, session),
    toInput: (values) => {
      const body = getTimes(values, session);
      const zone = session?.zone ?? getDeviceTimeZone();
      return isMeasured
        ? { params, body }
        : { params, body: { kind: values.kind, ...toSubject(values.title.trim()), ...body, zone } };
    },
    onSuccess: () => {
      if (isMeasured) getRecorder().splitSession([id]);
      toast({ title: t("readingActivity.saved") });
      onClose();
    },
  });
  const field = (name: keyof SessionFormValues) => ({
    ...form.field(name),
    label: t(`readingActivity.field_${name}`),
  });
  return (
    <FormDialog
      form={form}
      title={t(session ? "readingActivity.editTitle" : "readingActivity.add")}
      description={t(isMeasured ? "readingActivity.measuredHint" : "readingActivity.manualHint")}
      submit={t("readingActivity.save")}
      onClose={onClose}
    >
      <TitleField {...field("title")} titles={books.map(({ title }) => title)} disabled={isMeasured} />
      {!isMeasured && (
        <Select
          {...form.field("kind")}
          label={t("readingActivity.field_kind")}
          options={kinds.map((value) => ({ value, label: t(`readingActivity.${value}`) }))}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField {...field("day")} />
        <DateField {...field("time")} type="time" />
        <TextField {...field("minutes")} inputMode="numeric" />
        <TextField {...field("pages")} inputMode="decimal" />
      </div>
    </FormDialog>
  );
}

function findErrors(
  values: SessionFormValues,
  session: ReadingSession | null,
): FormErrors<SessionFormValues> {
  const read = parseTimes(values, session, new Date());
  const keys = {
    ...(!values.title.trim() && { title: "readingActivity.noTitle" as const }),
    ...("errors" in read && read.errors),
  };
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, t(key)]));
}

function getTimes(values: SessionFormValues, session: ReadingSession | null): Times {
  const read = parseTimes(values, session, new Date());
  if ("errors" in read) throw new Error("The times are not valid.");
  return read.times;
}

type TitleFieldProps = ComponentProps<typeof TextField> & { readonly titles: readonly string[] };

function TitleField({ titles, ...props }: TitleFieldProps) {
  const list = useId();
  return (
    <>
      <TextField {...props} list={list} maxLength={300} />
      <datalist id={list}>
        {titles.map((title) => (
          <option key={title} value={title} />
        ))}
      </datalist>
    </>
  );
}

function useLibraryBooks() {
  const entries = useQuery(query(libraryContract.listLibrary, { query: { limit: 100 } }));
  return entries.data?.map(({ book }) => book) ?? [];
}
