import { clsx } from "clsx";
import { BookmarkPlus, ChevronDown, EllipsisVertical, Star, Trash2 } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { BookId } from "#shared/books/book.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import { useSession } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { statuses, statusTexts } from "./status.ts";
import { useMyEntry } from "./use-my-entry.ts";

interface StatusMenuProps {
  readonly bookId: BookId;
  readonly title: string;
  /** Null when the book is not in the library. */
  readonly status: LibraryStatus | null;
  /** A small button; on phones only dots. */
  readonly isInRow?: boolean;
  /** Adds a link to the rating on the book's page. */
  readonly isRateable?: boolean;
}

export function StatusMenu({ bookId, title, status, isInRow = false, isRateable = false }: StatusMenuProps) {
  const size = isInRow ? "small" : "medium";
  const { add, setStatus, removeFrom } = useMyEntry(bookId);
  const { user, isLoading, isUnreachable } = useSession();
  const navigate = useNavigate();

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
    <Menu
      label={t("library.statusOf", { title })}
      groups={[
        statuses.map((choice) => ({
          label: t(statusTexts[choice]),
          ...(status && { isSelected: choice === status }),
          onSelect: () => (status ? setStatus(choice) : add(choice)),
        })),
        status
          ? [
              ...(isRateable
                ? [{ label: t("library.rate", { title }), icon: <Star aria-hidden />, to: `/book/${bookId}` }]
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
  );
}
