import { Feather } from "lucide-react";
import type { BookDetail } from "#shared/books/contract.ts";
import { getOptimizedReaderUrl } from "#shared/reader/optimized-reader.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useOptimizedReaderHint } from "./use-optimized-reader-hint.ts";

/** Links to the optimized reader on slow devices, which the server renders. */
export function OptimizedReaderHint({ book }: { readonly book: BookDetail }) {
  const isShown = useOptimizedReaderHint();
  if (!isShown || !book.hasEbook || book.access.read === "none") return null;
  return (
    <p className="flex max-w-measure items-start gap-2 text-small print:hidden">
      <Feather aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
      <span>
        {t("book.optimizedReaderHint")}{" "}
        <a
          href={getOptimizedReaderUrl(book.id)}
          className="rounded-sm font-medium text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-primary"
        >
          {t("book.openOptimizedReader")}
        </a>
      </span>
    </p>
  );
}
