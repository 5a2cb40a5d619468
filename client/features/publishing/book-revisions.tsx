import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { PublishingBook, Revision } from "#shared/publishing/publishing-book.ts";
import { query } from "#client/lib/api/query.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { StateBadge } from "./state-badge.tsx";

interface BookRevisionsProps {
  readonly book: PublishingBook;
  /** The upload of new files. */
  readonly children: ReactNode;
  readonly getEditPath: (bookId: string) => string;
}

const pollIntervalMs = 5_000;

/** The revisions of a book's files. */
export function BookRevisions({ book, children, getEditPath }: BookRevisionsProps) {
  const revisions = useQuery({
    ...query(publishingContract.listRevisions, { params: { bookId: book.id } }),
    refetchInterval: pollIntervalMs,
  });
  const list = revisions.data?.revisions ?? [];
  return (
    <div className="flex flex-col gap-3">
      {list.length === 0 ? (
        <p className="text-muted text-small">{t("publishing.noRevisions")}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {list.map((revision) => (
            <li key={revision.bookId}>
              <RevisionRow revision={revision} getEditPath={getEditPath} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

interface RevisionRowProps {
  readonly revision: Revision;
  readonly getEditPath: BookRevisionsProps["getEditPath"];
}

function RevisionRow({ revision, getEditPath }: RevisionRowProps) {
  const { bookId, number, notes, state, hasEbook, hasAudiobook, createdAt, appliedAt } = revision;
  const formats = [hasEbook && t("publishing.text"), hasAudiobook && t("publishing.audio")].filter(Boolean);
  return (
    <div className="flex flex-col gap-0.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TextLink to={getEditPath(bookId)} className="inline-flex min-h-11 items-center">
          {t("publishing.revision", { n: number })}
        </TextLink>
        <StateBadge state={appliedAt ? "published" : state} />
      </div>
      <p className="text-muted text-small">
        {[...formats, formatRelativeTime(appliedAt ?? createdAt)].join(" · ")}
      </p>
      {notes && (
        <p dir="auto" className="line-clamp-2 text-small">
          {notes}
        </p>
      )}
    </div>
  );
}
