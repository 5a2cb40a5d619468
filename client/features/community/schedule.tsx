import { type FormEvent, useState } from "react";
import { Link } from "react-router-dom";
import type { CommunityDetail, ScheduledBook } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookSearch } from "#client/ui/books/book-search.tsx";
import { Cover } from "#client/ui/books/cover.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

const { saveScheduledBook, deleteScheduledBook, getCommunity } = communityContract;

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
  const [book, setBook] = useState(scheduled?.book ?? null);
  const [startsOn, setStartsOn] = useState<string>(scheduled?.startsOn ?? getToday());
  const [endsOn, setEndsOn] = useState<string>(scheduled?.endsOn ?? "");
  const [chaptersPerWeek, setChaptersPerWeek] = useState(scheduled?.chaptersPerWeek?.toString() ?? "");
  const [isCurrent, setCurrent] = useState(scheduled?.isCurrent ?? true);
  const options = { invalidates: [getCommunity], handlesErrors: true };
  const saveMutation = useContractMutation(saveScheduledBook, options);
  const deleteMutation = useContractMutation(deleteScheduledBook, options);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!book) return;
    saveMutation.mutate(
      {
        params: { communityId: community.id, bookId: book.id },
        body: {
          startsOn,
          endsOn: endsOn || null,
          isCurrent,
          chaptersPerWeek: Number(chaptersPerWeek) > 0 ? Number(chaptersPerWeek) : null,
        },
      },
      { onSuccess: onClose },
    );
  };
  const remove = () =>
    book &&
    deleteMutation.mutate({ params: { communityId: community.id, bookId: book.id } }, { onSuccess: onClose });
  const error = saveMutation.error ?? deleteMutation.error;
  return (
    <Dialog title={t(scheduled ? "community.changeBook" : "community.addBook")} isOpen onClose={onClose}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        {book ? (
          <p className="font-medium">
            <bdi>{book.title}</bdi>
          </p>
        ) : (
          <BookSearch label={t("community.searchBook")} onChoose={setBook} />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField label={t("community.startsOn")} required value={startsOn} onChange={setStartsOn} />
          <DateField label={t("community.endsOn")} value={endsOn} onChange={setEndsOn} />
        </div>
        <TextField
          label={t("community.chaptersPerWeek")}
          type="number"
          min={1}
          max={100}
          value={chaptersPerWeek}
          onChange={({ target }) => setChaptersPerWeek(target.value)}
        />
        <Checkbox
          label={t("community.isCurrent")}
          checked={isCurrent}
          onChange={({ target }) => setCurrent(target.checked)}
        />
        {scheduled && (
          <Button tone="quiet" size="small" className="self-start" onClick={remove}>
            {t("community.removeBook")}
          </Button>
        )}
        <FormFooter
          error={error ? getErrorMessage(error) : null}
          submit={t("common.save")}
          isPending={saveMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
