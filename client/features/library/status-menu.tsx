import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import {
  BookmarkPlus,
  ChevronDown,
  EllipsisVertical,
  ListEnd,
  ListPlus,
  ListStart,
  Podcast,
  Star,
  Trash2,
} from "lucide-react";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { Book } from "#shared/books/book.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import { useSession } from "#client/lib/api/session.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { statuses, statusTexts } from "./status.ts";
import { useMyEntry } from "./use-my-entry.ts";

const AddToShelfDialog = lazyOverlay(async () => {
  const [module] = await Promise.all([import("#client/features/shelves/index.ts"), loadMessages("shelves")]);
  return module.AddToShelfDialog;
});

interface StatusMenuProps {
  readonly book: Book;
  /** Null when the book is not in the library. */
  readonly status: LibraryStatus | null;
  /** A small button; on phones only dots. */
  readonly isInRow?: boolean;
  /** Adds a link to the rating on the book's page. */
  readonly isRateable?: boolean;
  /** Adds an item for the podcast of the book. */
  readonly onPodcast?: (() => void) | undefined;
}

export function StatusMenu({
  book,
  status,
  isInRow = false,
  isRateable = false,
  onPodcast,
}: StatusMenuProps) {
  const { id: bookId, title } = book;
  const size = isInRow ? "small" : "medium";
  const { add, setStatus, removeFrom } = useMyEntry(bookId);
  const { user, isLoading, isUnreachable } = useSession();
  const navigate = useNavigate();
  const listQueueItems = useQueueItems(book);
  const shelves = useShelfItem(book);

  if (!user) {
    return (
      <Button
        tone="secondary"
        size={size}
        disabled={isLoading || isUnreachable}
        icon={<BookmarkPlus aria-hidden />}
        onClick={() => void navigate(getSignInPath(`/book/${bookId}`))}
      >
        {t("library.add")}
      </Button>
    );
  }
  return (
    <>
      <Menu
        label={t("library.statusOf", { title })}
        groups={[
          statuses.map((choice) => ({
            label: t(statusTexts[choice]),
            ...(status && { isSelected: choice === status }),
            onSelect: () => (status ? setStatus(choice) : add(choice)),
          })),
          [
            ...listQueueItems(user.id),
            shelves.item,
            ...(onPodcast
              ? [{ label: t("library.podcast"), icon: <Podcast aria-hidden />, onSelect: onPodcast }]
              : []),
          ],
          status
            ? [
                ...(isRateable
                  ? [
                      {
                        label: t("library.rate", { title }),
                        icon: <Star aria-hidden />,
                        to: `/book/${bookId}`,
                      },
                    ]
                  : []),
                {
                  label: t("library.remove"),
                  icon: <Trash2 aria-hidden />,
                  isDestructive: true,
                  onSelect: () => removeFrom(status),
                },
              ]
            : [],
        ]}
        trigger={(props) => (
          <Button
            tone="secondary"
            size={size}
            icon={status ? null : <BookmarkPlus aria-hidden />}
            className={clsx(isInRow && "max-sm:w-11 max-sm:border-transparent max-sm:px-0")}
            {...props}
          >
            <span className={clsx(isInRow && "max-sm:sr-only")}>
              {t(status ? statusTexts[status] : "library.add")}
            </span>
            <ChevronDown aria-hidden className={clsx(isInRow && "max-sm:hidden")} />
            {isInRow && <EllipsisVertical aria-hidden className="sm:hidden" />}
          </Button>
        )}
      />
      {shelves.dialog}
    </>
  );
}

function useShelfItem(book: Book) {
  const [isOpen, setOpen] = useState(false);
  return {
    item: { label: t("library.addToShelf"), icon: <ListPlus aria-hidden />, onSelect: () => setOpen(true) },
    dialog: <Suspense>{isOpen && <AddToShelfDialog book={book} onClose={() => setOpen(false)} />}</Suspense>,
  };
}

/** Nothing for a book without audio. */
export function useQueueItems(book: Book) {
  const client = useQueryClient();
  if (!book.hasAudiobook || book.isComingSoon) return () => [];
  return (userId: UserId) => {
    const add = async (place: "next" | "end") => {
      const { addToQueue } = await import("#client/features/queue/index.ts");
      await addToQueue(client, userId, book, place);
    };
    return [
      { label: t("library.playNext"), icon: <ListStart aria-hidden />, onSelect: () => void add("next") },
      { label: t("library.addToQueue"), icon: <ListEnd aria-hidden />, onSelect: () => void add("end") },
    ];
  };
}
