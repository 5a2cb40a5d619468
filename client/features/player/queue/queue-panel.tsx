import { useQueryClient } from "@tanstack/react-query";
import { ListX, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { QueuedBook } from "#shared/queue/queue.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { addToQueue, useQueue } from "#client/features/queue/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { playQueued } from "./play-queued.ts";
import { QueueRow } from "./queue-row.tsx";
import { useDragOrder } from "./use-drag-order.ts";
import { useUpNext } from "./use-up-next.ts";

/** The books to hear next, which the user orders. */
export function QueuePanel() {
  const { userId } = useQueue();
  const bookId = usePlayerState((state) => state.track?.bookId);
  if (!userId) return <p className="text-muted text-small">{t("queue.signIn")}</p>;
  return (
    <section aria-label={t("queue.title")} className="flex flex-col gap-3">
      <QueueList userId={userId} />
      {bookId && <NextInSeries userId={userId} bookId={bookId} />}
    </section>
  );
}

function QueueList({ userId }: { readonly userId: UserId }) {
  const { engine } = usePlayer();
  const client = useQueryClient();
  const { books, isLoading, move, remove, replace } = useQueue();
  const [openId, setOpenId] = useState<BookId | null>(null);
  const { announcement, refocus, announce } = useAnnouncement();

  const moveTo = (from: number, to: number) => {
    const book = books[from];
    if (!book || to < 0 || to >= books.length || from === to) return;
    move(book, to);
    refocus(book.id);
    announce(t("queue.moved", { title: book.title, n: to + 1, total: books.length }));
  };
  const drag = useDragOrder(moveTo);
  if (books.length === 0) {
    return (
      <p className="text-muted text-small">
        {isLoading ? t("common.loading") : `${t("queue.empty")} ${t("queue.emptyHint")}`}
      </p>
    );
  }
  const removeBook = (book: QueuedBook, position: number) => {
    remove(book.id);
    const undo = { label: t("common.undo"), onSelect: () => move(book, position) };
    toast({ title: t("queue.removed", { title: book.title }), action: undo });
  };
  const clear = () => {
    replace([]);
    toast({
      title: t("queue.cleared"),
      action: { label: t("common.undo"), onSelect: () => replace(books) },
    });
  };
  return (
    <>
      <p id="queue-reorder-hint" className="text-muted text-small pointer-coarse:hidden">
        {t("queue.reorderHint")}
      </p>
      <ol ref={drag.list} aria-label={t("queue.title")} className="flex flex-col gap-1.5">
        {books.map((book, index) => (
          <QueueRow
            key={book.id}
            book={book}
            isFirst={index === 0}
            isLast={index === books.length - 1}
            isDragged={drag.isDragged(index)}
            isOpen={openId === book.id}
            style={drag.getRowStyle(index)}
            handleProps={drag.getHandleProps(index)}
            onToggle={() => !drag.hasDragged() && setOpenId(openId === book.id ? null : book.id)}
            onPlay={() => void playQueued({ engine, client, userId, book })}
            onMoveBy={(rows) => moveTo(index, index + rows)}
            onMoveFirst={() => moveTo(index, 0)}
            onRemove={() => removeBook(book, index)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Button size="small" tone="quiet" icon={<ListX aria-hidden />} onClick={clear}>
        {t("queue.clear")}
      </Button>
    </>
  );
}

/** Moving a row in the document takes the focus from it. */
function useAnnouncement() {
  const [announcement, setAnnouncement] = useState("");
  const focused = useRef<BookId | null>(null);
  useEffect(() => {
    if (!focused.current) return;
    const handle = document.querySelector<HTMLElement>(`[data-queue-handle="${focused.current}"]`);
    if (document.activeElement === document.body || document.activeElement?.contains(handle)) handle?.focus();
    focused.current = null;
  });
  return {
    announcement,
    announce: setAnnouncement,
    refocus: (id: BookId) => {
      focused.current = id;
    },
  };
}

interface NextInSeriesProps {
  readonly userId: UserId;
  readonly bookId: BookId;
}

/** Offers the next book of the series while it is not in the queue. */
function NextInSeries({ userId, bookId }: NextInSeriesProps) {
  const client = useQueryClient();
  const { books } = useQueue();
  const { audiobookInSeries: next } = useUpNext(bookId);
  if (!next || books.some(({ id }) => id === next.id)) return null;
  return (
    <section className="flex flex-col items-start gap-2 border-line border-t pt-3">
      <h3 className="font-medium text-small">{t("queue.nextInSeries")}</h3>
      <Button
        size="small"
        tone="secondary"
        icon={<Plus aria-hidden />}
        onClick={() => void addToQueue(client, userId, next, "end")}
      >
        <bdi>{t("queue.addNextInSeries", { title: next.title })}</bdi>
      </Button>
    </section>
  );
}
