import { clsx } from "clsx";
import { Headphones } from "lucide-react";
import { useState } from "react";
import type { Book } from "#shared/books/book.ts";
import { useSlowConnection } from "#client/lib/api/connection.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getCoverSrcset, getCoverUrl, getMediaUrl } from "#client/lib/urls/cover-url.ts";
import placeholder from "./cover-placeholder.svg";
import { ReadListenIcon } from "./read-listen-icon.tsx";

type CoverBook = Pick<Book, "id" | "title" | "coverImageUrl"> &
  Partial<Pick<Book, "hasAudiobook" | "hasEbook">>;

interface CoverProps {
  readonly book: CoverBook;
  /** The `sizes` attribute. */
  readonly sizes: string;
  readonly isFirst?: boolean;
  readonly isDecoration?: boolean;
  readonly className?: string;
}

/** A 2:3 cover without layout shift; the smallest image on a slow connection. */
export function Cover({ book, sizes, isFirst = false, isDecoration = true, className }: CoverProps) {
  const url = getMediaUrl(book.coverImageUrl, "cover", book.id);
  const [broken, setBroken] = useState("");
  const isBroken = !url || broken === url;
  const isSlow = useSlowConnection();
  return (
    <div
      className={clsx(
        "@container relative aspect-2/3 overflow-hidden rounded-cover bg-line shadow-sm",
        className,
      )}
    >
      <img
        src={isBroken ? placeholder : isSlow ? getCoverUrl(url, 160) : url}
        srcSet={isBroken || isSlow ? undefined : getCoverSrcset(url) || undefined}
        sizes={sizes}
        width={320}
        height={480}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        decoding="async"
        alt={isDecoration ? "" : t("ui.coverOf", { title: book.title })}
        onError={() => setBroken(url)}
        className="size-full object-cover"
      />
      <FormatBadge book={book} />
    </div>
  );
}

/** Not on covers below 120 px; the caption beside them says the same. */
function FormatBadge({ book }: { readonly book: CoverBook }) {
  if (!book.hasAudiobook) return null;
  return (
    <span className="absolute end-1.5 bottom-1.5 hidden h-7 min-w-7 place-items-center rounded-full bg-surface/95 px-1.5 text-primary shadow-sm @min-[7.5rem]:grid">
      <span className="sr-only">{t(book.hasEbook ? "ui.readAndListen" : "ui.audiobook")}</span>
      {book.hasEbook ? <ReadListenIcon className="h-4" /> : <Headphones aria-hidden className="size-4" />}
    </span>
  );
}
