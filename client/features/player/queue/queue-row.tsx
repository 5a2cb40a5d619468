import { clsx } from "clsx";
import { ArrowDown, ArrowUp, GripVertical, ListStart, X } from "lucide-react";
import type { CSSProperties, HTMLAttributes, KeyboardEvent } from "react";
import type { QueuedBook } from "#shared/queue/queue.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

interface QueueRowProps {
  readonly book: QueuedBook;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isDragged: boolean;
  /** The buttons that move the book are shown. */
  readonly isOpen: boolean;
  readonly style: CSSProperties | null;
  readonly handleProps: HTMLAttributes<HTMLButtonElement>;
  readonly onToggle: () => void;
  readonly onPlay: () => void;
  /** By rows; negative for up. */
  readonly onMoveBy: (rows: number) => void;
  readonly onMoveFirst: () => void;
  readonly onRemove: () => void;
}

export function QueueRow(props: QueueRowProps) {
  const { book, isDragged, isOpen, style, handleProps, onToggle, onPlay, onMoveBy, onRemove } = props;
  const { title, author } = book;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    onMoveBy(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <li
      {...(style && { style })}
      className={clsx("rounded-control", isDragged && "relative z-10 bg-surface shadow-float")}
    >
      <div className="flex items-center gap-2">
        <IconButton
          {...handleProps}
          data-queue-handle={book.id}
          label={t("queue.reorder", { title })}
          icon={<GripVertical aria-hidden />}
          aria-expanded={isOpen}
          aria-describedby="queue-reorder-hint"
          onKeyDown={onKeyDown}
          onClick={onToggle}
        />
        <button
          type="button"
          aria-label={t("queue.playNow", { title })}
          onClick={onPlay}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-control text-start hover:bg-primary/10"
        >
          <Cover book={book} sizes="40px" className="w-10 shrink-0" />
          <span className="min-w-0 text-small">
            <bdi className="block truncate font-medium">{title}</bdi>
            <bdi className="block truncate text-muted">{author}</bdi>
          </span>
        </button>
        <IconButton label={t("queue.remove")} icon={<X aria-hidden />} onClick={onRemove} />
      </div>
      {isOpen && <Moves {...props} />}
    </li>
  );
}

function Moves({ isFirst, isLast, onMoveBy, onMoveFirst }: QueueRowProps) {
  const moves = [
    { label: t("queue.moveFirst"), icon: <ListStart aria-hidden />, isOff: isFirst, onClick: onMoveFirst },
    { label: t("queue.moveUp"), icon: <ArrowUp aria-hidden />, isOff: isFirst, onClick: () => onMoveBy(-1) },
    {
      label: t("queue.moveDown"),
      icon: <ArrowDown aria-hidden />,
      isOff: isLast,
      onClick: () => onMoveBy(1),
    },
  ];
  return (
    <div className="flex flex-wrap gap-2 py-2">
      {moves.map(({ label, icon, isOff, onClick }) => (
        <Button
          key={label}
          size="small"
          tone="secondary"
          icon={icon}
          aria-disabled={isOff}
          onClick={() => !isOff && onClick()}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
