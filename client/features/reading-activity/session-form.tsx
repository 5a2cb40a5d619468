import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { libraryContract } from "#shared/library/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { type ReadingSession, SessionId, type SessionKind } from "#shared/reading-activity/session.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { invalidatedBySessionChange } from "./invalidated-queries.ts";
import {
  parseTimes,
  type SessionFormValues,
  type SessionTimesError,
  toSessionFormValues,
} from "./session-times.ts";
import { getRecorder } from "./tracking/recorder.ts";

interface SessionFormProps {
  /** Null for a new session. */
  readonly session: ReadingSession | null;
  readonly onClose: () => void;
}

const kinds = ["reading", "listening"] as const;

export function SessionForm({ session, onClose }: SessionFormProps) {
  const [times, setTimes] = useState(() => toSessionFormValues(session, new Date()));
  const [kind, setKind] = useState<SessionKind>(session?.kind ?? "reading");
  const [errors, setErrors] = useState<SessionTimesError>({});
  const saving = useSaveSession(session);
  const isMeasured = session !== null && !session.isManual;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const read = parseTimes(times, session, new Date());
    const titleError = times.title.trim() ? {} : ({ title: "readingActivity.noTitle" } as const);
    setErrors({ ...titleError, ...("errors" in read && read.errors) });
    if ("errors" in read || "title" in titleError) return;
    void saving.save(kind, times.title.trim(), read.times).then(
      () => {
        toast({ title: t("readingActivity.saved") });
        onClose();
      },
      () => undefined,
    );
  };
  const getFieldProps = (name: keyof SessionFormValues) => ({
    label: t(`readingActivity.field_${name}`),
    value: times[name],
    error: errors[name] && t(errors[name]),
    onChange: ({ target }: { target: { value: string } }) => setTimes({ ...times, [name]: target.value }),
  });

  return (
    <Dialog
      title={t(session ? "readingActivity.editTitle" : "readingActivity.add")}
      description={t(isMeasured ? "readingActivity.measuredHint" : "readingActivity.manualHint")}
      isOpen
      onClose={onClose}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TitleField {...getFieldProps("title")} disabled={isMeasured} />
        {!isMeasured && (
          <Select
            label={t("readingActivity.field_kind")}
            options={kinds.map((value) => ({ value, label: t(`readingActivity.${value}`) }))}
            value={kind === "listening" ? kind : "reading"}
            onChange={setKind}
          />
        )}
        <div className="grid grid-cols-2 gap-3">
          <DateField {...getFieldProps("day")} onChange={(day) => setTimes({ ...times, day })} />
          <DateField
            {...getFieldProps("time")}
            type="time"
            onChange={(time) => setTimes({ ...times, time })}
          />
          <TextField {...getFieldProps("minutes")} inputMode="numeric" />
          <TextField {...getFieldProps("pages")} inputMode="decimal" />
        </div>
        <FormFooter
          error={saving.error && getErrorMessage(saving.error)}
          submit={t("readingActivity.save")}
          isPending={saving.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function TitleField(props: Parameters<typeof TextField>[0]) {
  const list = useId();
  const titles = useLibraryBooks();
  return (
    <>
      <TextField {...props} list={list} maxLength={300} />
      <datalist id={list}>
        {titles.map(({ id, title }) => (
          <option key={id} value={title} />
        ))}
      </datalist>
    </>
  );
}

function useLibraryBooks() {
  const entries = useQuery(query(libraryContract.listLibrary, { query: { limit: 100 } }));
  return entries.data?.map(({ book }) => book) ?? [];
}

function useSaveSession(session: ReadingSession | null) {
  const [id] = useState(() => session?.id ?? SessionId.parse(createId()));
  const addMutation = useContractMutation(activityContract.addSession, {
    invalidates: invalidatedBySessionChange,
    handlesErrors: true,
  });
  const updateMutation = useContractMutation(activityContract.updateSession, {
    invalidates: invalidatedBySessionChange,
    handlesErrors: true,
  });
  const books = useLibraryBooks();
  const params = { sessionId: id };
  return {
    error: addMutation.error ?? updateMutation.error,
    isPending: addMutation.isPending || updateMutation.isPending,
    async save(kind: SessionKind, title: string, times: { startedAt: Date; endedAt: Date; pages: number }) {
      if (session && !session.isManual) {
        await updateMutation.mutateAsync({ params, body: times });
        getRecorder().splitSession([id]);
        return;
      }
      const bookId =
        session?.title === title ? session.bookId : books.find((book) => book.title === title)?.id;
      const about = bookId ? { bookId } : { title };
      await addMutation.mutateAsync({
        params,
        body: { kind, ...about, ...times, zone: session?.zone ?? getDeviceTimeZone() },
      });
    },
  };
}
