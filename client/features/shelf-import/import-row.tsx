import type { ShelfRow } from "#shared/shelf-import/contract.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";

/** A row of the file and the matching book in this library. */
export function ImportRow({ row }: { readonly row: ShelfRow }) {
  const { title, author, status, stars, finishedOn, book } = row;
  const details = [
    ...(status ? [t(`shelfImport.status_${status}`)] : []),
    ...(finishedOn ? [formatCalendarDay(new Date(`${finishedOn}T12:00:00`))] : []),
    ...(stars ? [t("shelfImport.stars", { n: stars })] : []),
  ];
  return (
    <div className="min-w-0 flex-1 text-small">
      <p className="truncate">
        {book ? (
          <TextLink to={`/book/${book.id}`}>
            <bdi>{book.title}</bdi>
          </TextLink>
        ) : (
          <bdi className="font-medium">{title}</bdi>
        )}{" "}
        <bdi className="text-muted">{author}</bdi>
      </p>
      <p className="text-muted">{details.join(" · ")}</p>
    </div>
  );
}
