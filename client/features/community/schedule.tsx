import { useState } from "react";
import { Link } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import type { CommunityDetail, ScheduledBook } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookSearch } from "#client/ui/books/book-search.tsx";
import { Cover } from "#client/ui/books/cover.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";

const { saveScheduledBook, deleteScheduledBook } = communityContract;

const formatDay = (day: string) => formatCalendarDay(new Date(`${day}T12:00:00`));

/** The books that a community reads, the current one first. */
export function Schedule({ community }: { readonly community: CommunityDetail }) {
  const [edited, setEdited] = useState<ScheduledBook | "new" | null>(null);
  const { schedule, canModerate } = community;
  if (schedule.length === 0 && !canModerate) return null;
  return (
    <div className="flex flex-col gap-3">
      {schedule.length === 0 && <p className="text-muted text-small">{t("community.noSchedule")}</p>}
      <ul className="flex flex-col gap-3">
        {schedule.map((each) => (
          <li key={each.book.id} className="flex gap-3 rounded-card border border-line bg-surface p-3">
            <Cover book={each.book} sizes="56px" className="w-14 shrink-0 self-start" />
            <div className="min-w-0 flex-1 text-small">
              {each.isCurrent && <p className="font-medium text-primary">{t("community.currentBook")}</p>}
              <Link to={`/book/${each.book.id}`} className="font-medium text-ink hover:text-primary">
                <bdi>{each.book.title}</bdi>
              </Link>
              <p className="text-muted">
                {each.endsOn
                  ? t("community.fromTo", { from: formatDay(each.startsOn), to: formatDay(each.endsOn) })
                  : t("community.fromDay", { from: formatDay(each.startsOn) })}
                {each.chaptersPerWeek !== null && ` · ${t("community.pace", { n: each.chaptersPerWeek })}`}
              </p>
              {canModerate && (
                <Button tone="quiet" size="small" className="-ms-3" onClick={() => setEdited(each)}>
                  {t("community.change")}
                  <span className="sr-only">: {each.book.title}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {canModerate && (
        <Button tone="secondary" size="small" className="self-start" onClick={() => setEdited("new")}>
          {t("community.addBook")}
        </Button>
      )}
      {edited && (
        <ScheduleForm
          community={community}
          scheduled={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

interface ScheduleFormProps {
  readonly community: CommunityDetail;
  /** Null for a new book. */
  readonly scheduled: ScheduledBook | null;
  readonly onClose: () => void;
}

const getToday = () => new Date().toISOString().slice(0, 10);

function ScheduleForm({ community, scheduled, onClose }: ScheduleFormProps) {
  const communityId = community.id;
  const form = useContractForm(saveScheduledBook, {
    values: {
      book: scheduled?.book ?? null,
      startsOn: scheduled?.startsOn ?? getToday(),
      endsOn: scheduled?.endsOn ?? "",
      chaptersPerWeek: scheduled?.chaptersPerWeek?.toString() ?? "",
      isCurrent: scheduled?.isCurrent ?? true,
    },
    toInput: ({ book, endsOn, chaptersPerWeek, ...values }) => ({
      params: { communityId, bookId: book?.id as BookId },
      body: {
        ...values,
        endsOn: endsOn || null,
        chaptersPerWeek: Number(chaptersPerWeek) > 0 ? Number(chaptersPerWeek) : null,
      },
    }),
    onSuccess: onClose,
  });
  const deleteMutation = useContractMutation(deleteScheduledBook);
  const { book } = form.values;
  const remove = () =>
    book && deleteMutation.mutate({ params: { communityId, bookId: book.id } }, { onSuccess: onClose });
  return (
    <FormDialog
      form={form}
      title={t(scheduled ? "community.changeBook" : "community.addBook")}
      submit={t("common.save")}
      isDisabled={!book}
      onClose={onClose}
    >
      {book ? (
        <p className="font-medium">
          <bdi>{book.title}</bdi>
        </p>
      ) : (
        <BookSearch label={t("community.searchBook")} onChoose={(chosen) => form.set({ book: chosen })} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField {...form.field("startsOn")} label={t("community.startsOn")} />
        <DateField {...form.field("endsOn")} label={t("community.endsOn")} />
      </div>
      <TextField {...form.field("chaptersPerWeek")} label={t("community.chaptersPerWeek")} type="number" />
      <Checkbox {...form.toggle("isCurrent")} label={t("community.isCurrent")} />
      {scheduled && (
        <Button tone="quiet" size="small" className="self-start" onClick={remove}>
          {t("community.removeBook")}
        </Button>
      )}
    </FormDialog>
  );
}
