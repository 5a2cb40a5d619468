import { clsx } from "clsx";
import { EightPointStar, Lattice } from "#client/ui/geometric-pattern.tsx";
import type { SampleBook } from "./sample-books.ts";

export function SampleCover({ book, className }: { readonly book: SampleBook; readonly className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx(
        "relative grid aspect-2/3 place-items-center overflow-hidden rounded-cover p-4 text-center shadow-sm",
        book.className,
        className,
      )}
    >
      <Lattice className="text-current opacity-15" />
      <div className="relative flex flex-col items-center gap-3">
        <EightPointStar className="size-8" />
        <p className="text-balance font-semibold font-title text-body leading-snug">{book.title}</p>
      </div>
    </div>
  );
}
