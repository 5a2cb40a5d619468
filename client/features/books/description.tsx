import { useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

/** Longer descriptions are collapsed. */
const collapsedLength = 700;

export function Description({ text }: { readonly text: string }) {
  const [isExpanded, setExpanded] = useState(false);
  const isLong = text.length > collapsedLength;
  return (
    <div className="max-w-measure">
      <div className={isLong && !isExpanded ? "line-clamp-6" : ""}>
        {text.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} dir="auto" className="mb-3 text-start whitespace-pre-line leading-7 last:mb-0">
            {paragraph}
          </p>
        ))}
      </div>
      {isLong && (
        <Button
          tone="quiet"
          size="small"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="-ms-3 mt-1"
        >
          {t(isExpanded ? "book.readLess" : "book.readMore")}
        </Button>
      )}
    </div>
  );
}
