import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { applyChange } from "#shared/marks/apply-change.ts";
import { type Mark, type MarkChange, MarkChangeId } from "#shared/marks/mark.ts";
import { type MarkFields, openMarkOutbox, type ShownMark } from "#client/features/marks/index.ts";
import { invalidateTopics } from "#client/lib/api/query.ts";
import { createId } from "#client/lib/uuid.ts";

interface MarkEdits {
  /** A mark of the server with the changes of this device. */
  readonly show: <M extends ShownMark>(mark: M) => M;
  readonly change: (mark: Mark, fields: MarkFields) => void;
  /** Marks that were made on this device and are not among those of the server, latest first. */
  readonly listUnsent: (known: readonly Mark[]) => ShownMark[];
}

/** Changes marks of any book; they are also sent after a lost connection. */
export function useMarkEdits(userId: UserId): MarkEdits {
  const client = useQueryClient();
  const outbox = useMemo(() => openMarkOutbox(userId), [userId]);
  const [changes, setChanges] = useState<readonly MarkChange[]>(() => outbox.list());
  useEffect(() => outbox.onSaved(() => void invalidateTopics(client, ["mark"])), [outbox, client]);
  return {
    show: (mark) => {
      const own = changes.filter(({ markId }) => markId === mark.id);
      const changed = own.reduce<Mark>((shown, each) => applyChange(shown, each) ?? shown, mark);
      return { ...mark, ...changed, content: changed.note === mark.note ? mark.content : null };
    },
    listUnsent: (known) => {
      const created = changes.filter(
        ({ anchor, markId }) => anchor && known.every(({ id }) => id !== markId),
      );
      return created
        .flatMap(({ markId }) => {
          const own = changes.filter((change) => change.markId === markId);
          const mark = own.reduce<Mark | null>((shown, each) => applyChange(shown, each) ?? shown, null);
          return mark ? [{ ...mark, content: null }] : [];
        })
        .reverse();
    },
    change: (mark, fields) => {
      const change: MarkChange = {
        id: MarkChangeId.parse(createId()),
        markId: mark.id,
        bookId: mark.bookId,
        at: new Date(Math.max(Date.now(), mark.changedAt.getTime() + 1)),
        ...fields,
        ...(fields.note !== undefined && { replacesNote: mark.noteChange }),
      };
      outbox.put([change]);
      setChanges((previous) => [...previous, change]);
    },
  };
}
