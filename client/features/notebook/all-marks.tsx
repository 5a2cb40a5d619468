import type { ReactNode } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import type { ShownMark } from "#client/features/marks/index.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { getStart, type NotebookFilters } from "./filters.ts";
import { MarkRow } from "./mark-row.tsx";
import { matchesFilters } from "./matches-filters.ts";
import { UnsentMarks } from "./unsent-marks.tsx";
import { useMarkEdits } from "./use-mark-edits.ts";

interface AllMarksProps {
  readonly userId: UserId;
  readonly filters: NotebookFilters;
  /** Further buttons of a mark. */
  readonly renderMarkMore: (mark: ShownMark) => ReactNode;
}

/** The marks of all books. */
export function AllMarks({ userId, filters, renderMarkMore }: AllMarksProps) {
  const { q, kind, style, tag, marks: state, order, days } = filters;
  const from = getStart(days);
  const list = usePagedQuery(notebookContract.listMarks, {
    query: { search: q || undefined, bookId: filters.book, kind, style, tag, state, order, from },
  });
  const { show, change, listUnsent } = useMarkEdits(userId);
  const isFiltered = Boolean(q || kind || style || tag || state || days);
  const rows = list.rows?.filter((mark) => show(mark).isDeleted === (state === "deleted"));
  const matches = matchesFilters(filters) ?? (() => true);
  const unsent = listUnsent(list.rows ?? []).filter(
    (mark) =>
      mark.isDeleted === (state === "deleted") &&
      state !== "lost" &&
      (!filters.book || mark.bookId === filters.book) &&
      matches(mark),
  );
  return (
    <>
      <UnsentMarks marks={unsent} onChange={change} />
      <PagedList
        query={{ ...list, rows }}
        errorTitle={t("notebook.failed")}
        empty={
          unsent.length === 0 && (
            <EmptyState
              title={t(isFiltered ? "notebook.nothingFound" : "notebook.empty")}
              hint={t(isFiltered ? "notebook.nothingFoundHint" : "notebook.emptyHint")}
            />
          )
        }
      >
        {(row) => {
          const mark = show(row);
          return (
            <MarkRow mark={mark} book={row.book} onChange={(fields) => change(show(row), fields)}>
              {renderMarkMore(mark)}
            </MarkRow>
          );
        }}
      </PagedList>
    </>
  );
}
