import { clsx } from "clsx";
import { LayoutGrid, Library, UserRound } from "lucide-react";
import { useState } from "react";
import type { Suggestion } from "#shared/books/contract.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { getCoverUrl } from "#client/lib/urls/cover-url.ts";
import placeholder from "#client/ui/books/cover-placeholder.svg";

const kinds: Readonly<Record<Suggestion["kind"], MessageKey>> = {
  book: "shell.kindBook",
  contributor: "shell.kindContributor",
  series: "shell.kindSeries",
  genre: "shell.kindGenre",
  verse: "shell.kindBook",
};

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** The active option; -1 for none. */
  readonly selectedIndex: number;
  readonly onChoose: (index: number) => void;
}

export function SuggestionList({ id, suggestions, selectedIndex, onChoose }: SuggestionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t("shell.suggestionsOf")}
      className="absolute inset-x-0 top-full z-40 mt-1.5 max-h-[60dvh] overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float"
    >
      {suggestions.map((suggestion, index) => (
        <div
          key={`${suggestion.kind}-${suggestion.id}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === selectedIndex}
          // Runs before the input loses focus, which closes the list.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
          onKeyDown={(event) => event.key === "Enter" && onChoose(index)}
          className={clsx(
            "flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 hover:bg-primary/5",
            index === selectedIndex && "bg-primary/10",
          )}
        >
          <Picture suggestion={suggestion} />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate">
              {suggestion.kind === "genre" ? getGenreName(suggestion.label) : suggestion.label}
            </span>
            <span className="block truncate text-muted text-small">
              {t(kinds[suggestion.kind])}
              {suggestion.detail && (
                <>
                  {" · "}
                  <bdi>{suggestion.detail}</bdi>
                </>
              )}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}

function Picture({ suggestion: { kind, coverImageUrl } }: { readonly suggestion: Suggestion }) {
  const [isBroken, setBroken] = useState(false);
  if (coverImageUrl) {
    return (
      <img
        src={isBroken ? placeholder : getCoverUrl(coverImageUrl, 160)}
        onError={() => setBroken(true)}
        alt=""
        width={32}
        height={48}
        className="h-12 w-8 shrink-0 rounded-sm object-cover"
      />
    );
  }
  const Icon = kind === "contributor" ? UserRound : kind === "genre" ? LayoutGrid : Library;
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-primary/10 text-primary">
      <Icon aria-hidden className="size-4.5" />
    </span>
  );
}
