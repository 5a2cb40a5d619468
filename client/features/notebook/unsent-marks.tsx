import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import type { Mark } from "#shared/marks/mark.ts";
import type { MarkFields, ShownMark } from "#client/features/marks/index.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { MarkRow } from "./mark-row.tsx";

interface UnsentMarksProps {
  readonly marks: readonly ShownMark[];
  readonly onChange: (mark: Mark, fields: MarkFields) => void;
}

/** Marks that were made without a connection, until they are sent. */
export function UnsentMarks({ marks, onChange }: UnsentMarksProps) {
  if (marks.length === 0) return null;
  return (
    <section aria-labelledby="unsent-marks" className="mb-3">
      <h3 id="unsent-marks" className="mb-2 font-semibold text-small">
        {t("notebook.unsent")}
      </h3>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {marks.map((mark) => (
          <li key={mark.id}>
            <UnsentMark mark={mark} onChange={(fields) => onChange(mark, fields)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UnsentMarkProps {
  readonly mark: ShownMark;
  readonly onChange: (fields: MarkFields) => void;
}

/** Its book is known without a connection when it is kept. */
function UnsentMark({ mark, onChange }: UnsentMarkProps) {
  const { data: book } = useQuery(query(booksContract.getBook, { params: { bookId: mark.bookId } }));
  return <MarkRow mark={mark} onChange={onChange} {...(book && { book: { ...book, isVisible: true } })} />;
}
