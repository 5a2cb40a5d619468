import { ArrowDown, ArrowUp, Heading, ListRestart, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { isHeading, type NotebookHeading } from "#shared/notebook/notebook.ts";
import { type ShownMark, useMarkStore } from "#client/features/marks/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import type { NotebookFilters } from "./filters.ts";
import { HeadingDialog } from "./heading-dialog.tsx";
import { MarkRow } from "./mark-row.tsx";
import { matchesFilters } from "./matches-filters.ts";
import { useOrder } from "./use-order.ts";

interface BookNotebookProps {
  readonly userId: UserId;
  readonly bookId: BookId;
  /** The content version of the open text; empty when the book is not open. */
  readonly version?: string;
  readonly filters: NotebookFilters;
  readonly onJump?: (mark: ShownMark) => void;
  /** Further buttons of a mark. */
  readonly renderMarkMore?: (mark: ShownMark) => ReactNode;
}

type Entry = ShownMark | NotebookHeading;

const getKey = (entry: Entry) => (isHeading(entry) ? entry.headingId : entry.id);

/** The marks of a book with headings, which the reader orders. */
export function BookNotebook(props: BookNotebookProps) {
  const { userId, bookId, version = "", filters, onJump, renderMarkMore } = props;
  const { store, marks } = useMarkStore(userId, { bookId, version });
  const { entries, save, reset } = useOrder(bookId, marks);
  const [edited, setEdited] = useState<NotebookHeading | null>(null);
  const matches = matchesFilters(filters);
  const isFiltered = matches !== null;
  const shown = matches ? entries.filter((entry) => !isHeading(entry) && matches(entry)) : entries;
  if (!store) return null;

  const move = (entry: Entry, by: 1 | -1) => {
    const [from, next] = [entries.indexOf(entry), [...entries]];
    next.splice(from, 1);
    next.splice(from + by, 0, entry);
    save?.(next);
  };
  const saveHeading = (heading: NotebookHeading) => {
    const isKnown = entries.some((entry) => getKey(entry) === heading.headingId);
    save?.(
      isKnown
        ? entries.map((entry) => (getKey(entry) === heading.headingId ? heading : entry))
        : [heading, ...entries],
    );
  };
  const renderMoves = (entry: Entry) =>
    !isFiltered && (
      <MoveButtons
        isFirst={entry === entries[0]}
        isLast={entry === entries.at(-1)}
        onMove={save && ((by) => move(entry, by))}
      />
    );
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Button
          tone="secondary"
          size="small"
          icon={<Heading aria-hidden />}
          disabled={!save || isFiltered}
          onClick={() => setEdited({ headingId: createId(), heading: "" })}
        >
          {t("notebook.addHeading")}
        </Button>
        {reset && (
          <Button tone="quiet" size="small" icon={<ListRestart aria-hidden />} onClick={reset}>
            {t("notebook.resetOrder")}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? "notebook.nothingFound" : "notebook.emptyBook")}
          hint={t(isFiltered ? "notebook.nothingFoundHint" : "notebook.emptyHint")}
        />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {shown.map((entry) => (
            <li key={getKey(entry)}>
              {isHeading(entry) ? (
                <HeadingRow
                  heading={entry.heading}
                  onEdit={() => setEdited(entry)}
                  onDelete={() => save?.(entries.filter((each) => each !== entry))}
                >
                  {renderMoves(entry)}
                </HeadingRow>
              ) : (
                <MarkRow
                  mark={entry}
                  onChange={(fields) => store.change(entry.id, fields)}
                  {...(onJump && { onJump })}
                >
                  {renderMarkMore?.(entry)}
                  {renderMoves(entry)}
                </MarkRow>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited && <HeadingDialog heading={edited} onSave={saveHeading} onClose={() => setEdited(null)} />}
    </>
  );
}

interface HeadingRowProps {
  readonly heading: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly children: ReactNode;
}

function HeadingRow({ heading, onEdit, onDelete, children }: HeadingRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 px-4 py-2">
      <h3 dir="auto" className="min-w-0 flex-1 wrap-anywhere font-semibold">
        {heading}
      </h3>
      <IconButton label={t("notebook.editHeading")} icon={<Pencil aria-hidden />} onClick={onEdit} />
      <IconButton label={t("notebook.deleteHeading")} icon={<Trash2 aria-hidden />} onClick={onDelete} />
      {children}
    </div>
  );
}

interface MoveButtonsProps {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Null while an order is being saved. */
  readonly onMove: ((by: 1 | -1) => void) | null;
}

/** The buttons keep the focus, so that the keyboard moves an entry several times. */
function MoveButtons({ isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <span className="ms-auto flex">
      <IconButton
        label={t("notebook.moveUp")}
        icon={<ArrowUp aria-hidden />}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove?.(-1)}
      />
      <IconButton
        label={t("notebook.moveDown")}
        icon={<ArrowDown aria-hidden />}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove?.(1)}
      />
    </span>
  );
}
