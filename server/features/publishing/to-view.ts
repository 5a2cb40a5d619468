import { getFullName } from "#shared/accounts/full-name.ts";
import { getShortName } from "#shared/accounts/short-name.ts";
import { isStaff, type User } from "#shared/accounts/user.ts";
import { isOwnRecord } from "#shared/books/access-policy.ts";
import { getCoverUrl, isGeneratedCover } from "#shared/books/urls.ts";
import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import type { Services } from "#server/services.ts";
import { checkBook } from "./checks.ts";
import { type BookRow, type EditedBook, findBookContent, findDuplicates } from "./queries.ts";
import { describeRevision } from "./revisions/revisions.ts";
import { listActions, listRevisionActions } from "./states.ts";

/** Staff see full names. */
export const toName = (viewer: User, firstName: string, lastName: string): string =>
  isStaff(viewer) ? getFullName(firstName, lastName) : getShortName(firstName, lastName);

export async function toView(
  services: Services,
  user: User,
  { row, fields }: EditedBook,
): Promise<PublishingBook> {
  const content = await findBookContent(services.db, row);
  const duplicates = await findDuplicates(services.db, row);
  const revision = row.revisionOf && (await describeRevision(services, row.id));
  const { owner } = content;
  return {
    ...pickRow(row),
    fields,
    coverImageUrl: getCoverUrl(row.id, row.coverHash),
    hasOwnCover: row.coverHash !== "" && !isGeneratedCover(row.coverHash),
    chapterCount: content.parts.length,
    owner: owner && { name: toName(user, owner.firstName, owner.lastName), username: owner.username },
    watchers: content.watchers,
    checks: checkBook({ row, fields, content, duplicates }),
    canEdit: isOwnRecord(row, user),
    actions: revision ? listRevisionActions(user, revision.context) : listActions(user, row),
    revision: revision?.view ?? null,
  };
}

function pickRow(row: BookRow) {
  const { id, version, state, stateReason, releaseAt, isDemo } = row;
  const { hasEbook, hasAudiobook, wordCount, duration } = row;
  return { id, version, state, stateReason, releaseAt, isDemo, hasEbook, hasAudiobook, wordCount, duration };
}
