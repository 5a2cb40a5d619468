import { useQuery } from "@tanstack/react-query";
import { isStaff } from "#shared/accounts/user.ts";
import type { ContributorId } from "#shared/books/book.ts";
import { announcementsContract } from "#shared/follows/announcements-contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Section } from "#client/ui/section.tsx";

const { listAnnouncements, deleteAnnouncement } = announcementsContract;

interface AnnouncementsProps {
  readonly contributorId: ContributorId;
  /** In the author's own portal. */
  readonly isOwn?: boolean;
}

/** The latest announcements of an author; nothing when there are none. */
export function Announcements({ contributorId, isOwn = false }: AnnouncementsProps) {
  const user = useUser();
  const announcements = useQuery(query(listAnnouncements, { params: { contributorId } }));
  const deleteMutation = useContractMutation(deleteAnnouncement);
  if (!announcements.data || announcements.data.length === 0) return null;
  const canDelete = isOwn || (user !== null && isStaff(user));
  return (
    <Section title={t("follows.announcements")}>
      <ul className="flex max-w-measure flex-col gap-3">
        {announcements.data.map(({ id, text, createdAt }) => (
          <li key={id}>
            <Card>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {text}
              </p>
              <div className="mt-2 flex min-h-11 items-center justify-between gap-3 text-muted text-small">
                <time dateTime={createdAt.toISOString()}>{formatRelativeTime(createdAt)}</time>
                {canDelete && (
                  <Button
                    tone="quiet"
                    size="small"
                    isPending={deleteMutation.isPending}
                    onClick={() => deleteMutation.mutate({ params: { announcementId: id } })}
                  >
                    {t("follows.delete")}
                  </Button>
                )}
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}
