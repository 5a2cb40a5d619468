import type { ReactNode } from "react";
import { BookState } from "#shared/books/book.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { BookListQuery, bookListSorts, type PublishingRow } from "#shared/publishing/publishing-book.ts";
import { maxCounted } from "#shared/staff/max-counted.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { createColumnPreference } from "#client/lib/column-preference.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { useSelection } from "#client/lib/hooks/use-selection.ts";
import { formatCount, formatRelativeTime, getLanguageName } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { ColumnsButton } from "#client/ui/columns-button.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { BulkEditBar } from "./bulk-edits/bulk-edit-bar.tsx";
import { StateBadge } from "./state-badge.tsx";

const bookColumns = createColumnPreference("publishing-columns", [
  "cover",
  "author",
  "format",
  "language",
  "genre",
  "access",
  "owner",
  "changed",
]);

interface BookListProps {
  /** Whose books: the author's own, or all for staff. */
  readonly scope: "own" | "all";
  readonly getEditPath: (id: string) => string;
  /** Above the list. */
  readonly actions?: ReactNode;
  readonly empty: ReactNode;
}

/** Books with their states. Search, filters and order are in the URL. */
export function PublishingList({ scope, getEditPath, actions, empty }: BookListProps) {
  const [filters, setFilter] = useListParams(BookListQuery);
  const contract = scope === "own" ? publishingContract.listOwnBooks : publishingContract.listAllBooks;
  const books = usePagedQuery(contract, { query: { ...filters, limit: 50 } });
  const selection = useSelection<PublishingRow>();
  const isFiltered = Object.keys(filters).some((name) => name !== "sortBy" && name !== "sortOrder");
  const hasNoBooks = !isFiltered && books.first?.total === 0;
  return (
    <>
      {!hasNoBooks && <ListFilters filters={filters} onChange={setFilter} />}
      <PagedList
        query={books}
        errorTitle={t("publishing.loadFailed")}
        empty={isFiltered ? <EmptyState title={t("publishing.noneFound")} /> : empty}
        header={({ total }) => (
          <ListHeader
            total={total}
            selected={selection.rows}
            filters={filters}
            actions={actions}
            onClear={selection.clear}
          />
        )}
      >
        {(book) => (
          <Row
            book={book}
            getEditPath={getEditPath}
            {...(scope === "all" && {
              isSelected: selection.has(book),
              onChoose: () => selection.toggle(book),
            })}
          />
        )}
      </PagedList>
    </>
  );
}

interface ListFiltersProps {
  readonly filters: BookListQuery;
  readonly onChange: (name: keyof BookListQuery, value: string) => void;
}

function ListFilters({ filters, onChange }: ListFiltersProps) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 *:first:col-span-2 *:last:col-span-2 xl:grid-cols-[minmax(0,1fr)_auto_auto_auto] xl:*:first:col-span-1 xl:*:last:col-span-1">
      <SearchField
        label={t("publishing.search")}
        value={filters.search ?? ""}
        onSearch={(search) => onChange("search", search)}
      />
      <Select
        label={t("publishing.state")}
        isLabelHidden
        value={filters.state ?? ""}
        options={[
          { value: "", label: t("publishing.allStates") },
          ...BookState.options.map((value) => ({ value, label: t(`publishing.state-${value}`) })),
        ]}
        onChange={(state) => onChange("state", state)}
      />
      <Select
        label={t("publishing.format")}
        isLabelHidden
        value={filters.format ?? ""}
        options={[
          { value: "", label: t("publishing.allFormats") },
          { value: "ebook", label: t("publishing.ebook") },
          { value: "audiobook", label: t("publishing.audiobook") },
          { value: "both", label: t("publishing.bothFormats") },
        ]}
        onChange={(format) => onChange("format", format)}
      />
      <Select
        label={t("publishing.sort")}
        isLabelHidden
        value={filters.sortBy ?? "updatedAt"}
        options={bookListSorts.map((value) => ({ value, label: t(`publishing.sort-${value}`) }))}
        onChange={(sortBy) => onChange("sortBy", sortBy)}
      />
    </div>
  );
}

interface ListHeaderProps {
  readonly total: number;
  readonly selected: readonly PublishingRow[];
  readonly filters: BookListQuery;
  readonly actions: ReactNode;
  readonly onClear: () => void;
}

function ListHeader({ total, selected, filters, actions, onClear }: ListHeaderProps) {
  return (
    <>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-small">
          {t("publishing.total", { n: total, count: formatCount(total, total >= maxCounted) })}
        </p>
        <div className="flex">
          {actions}
          <ColumnsButton preference={bookColumns} getLabel={(column) => t(`publishing.column-${column}`)} />
        </div>
      </div>
      {selected.length > 0 && (
        <BulkEditBar
          key={JSON.stringify([selected.map(({ id }) => id), filters])}
          selected={selected}
          total={total}
          filters={filters}
          onClear={onClear}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly book: PublishingRow;
  readonly getEditPath: (id: string) => string;
  /** Staff choose books for a bulk edit, and see whose they are. */
  readonly isSelected?: boolean;
  readonly onChoose?: () => void;
}

function Row({ book, getEditPath, isSelected = false, onChoose }: RowProps) {
  const { title, author, state, language, genre, hasEbook, hasAudiobook, ownerName, updatedAt } = book;
  const visibleColumns = bookColumns.use();
  const details = [
    visibleColumns.has("format") && hasEbook && t("publishing.ebook"),
    visibleColumns.has("format") && hasAudiobook && t("publishing.audiobook"),
    visibleColumns.has("language") && getLanguageName(language),
    visibleColumns.has("genre") && genre && getGenreName(genre),
    visibleColumns.has("access") && !book.isFree && t("publishing.premium"),
    visibleColumns.has("access") && book.isFeatured && t("publishing.featured"),
    book.isRevision && t("publishing.newFiles"),
    book.isCoauthored && t("publishing.sharedBy", { name: ownerName ?? t("publishing.site") }),
  ].filter(Boolean);
  return (
    <div className="relative flex items-start gap-4 p-3 hover:bg-primary/5">
      {onChoose && (
        <input
          type="checkbox"
          aria-label={t("publishing.choose", { title })}
          checked={isSelected}
          onChange={onChoose}
          className="z-10 my-2 size-6 shrink-0 accent-primary"
        />
      )}
      {visibleColumns.has("cover") && (
        <Cover
          book={{ id: book.id, title, coverImageUrl: book.coverImageUrl }}
          sizes="3rem"
          className="w-12 shrink-0"
        />
      )}
      <div className="min-w-0 flex-1 gap-4 sm:flex">
        <div className="min-w-0 flex-1">
          <TextLink to={getEditPath(book.id)} dir="auto" className="break-words after:absolute after:inset-0">
            {title}
          </TextLink>
          {visibleColumns.has("author") && (
            <p dir="auto" className="truncate text-muted text-small">
              {author || t("publishing.noAuthor")}
            </p>
          )}
          <p className="text-muted text-small">{details.join(" · ")}</p>
          {book.revisionState && (
            <p className="text-small">{t(`publishing.revision-${book.revisionState}`)}</p>
          )}
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 max-sm:mt-1 sm:flex-col sm:items-end sm:text-end">
          <StateBadge state={state} />
          {onChoose && ownerName && visibleColumns.has("owner") && (
            <bdi className="text-muted text-small">{ownerName}</bdi>
          )}
          {visibleColumns.has("changed") && (
            <span className="text-muted text-small">{formatRelativeTime(updatedAt)}</span>
          )}
        </div>
      </div>
    </div>
  );
}
