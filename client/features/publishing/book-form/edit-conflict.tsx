import type { BookField, BookFields } from "#shared/publishing/publishing-book.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { formatFieldValue, getFieldLabel } from "./field-labels.ts";

interface EditConflictProps {
  readonly names: readonly BookField[];
  readonly mine: BookFields;
  readonly theirs: BookFields;
  readonly onResolve: (name: BookField, keepsMine: boolean) => void;
}

/** Somebody else changed the same fields: both values, and the choice between them. */
export function EditConflict({ names, mine, theirs, onResolve }: EditConflictProps) {
  return (
    <Card className="border-accent">
      <div role="alert">
        <h2 className="font-semibold">{t("publishing.conflict")}</h2>
      </div>
      <ul className="mt-3 flex flex-col gap-4">
        {names.map((name) => (
          <li key={name}>
            <h3 className="font-medium text-small">{getFieldLabel(name)}</h3>
            <div className="mt-1 grid gap-3 sm:grid-cols-2">
              {[true, false].map((keepsMine) => (
                <div
                  key={String(keepsMine)}
                  className="flex flex-col items-start gap-2 rounded-control border border-line p-3"
                >
                  <p dir="auto" className="max-h-40 w-full overflow-y-auto whitespace-pre-line break-words">
                    {formatFieldValue(name, (keepsMine ? mine : theirs)[name])}
                  </p>
                  <Button tone="secondary" size="small" onClick={() => onResolve(name, keepsMine)}>
                    {t(keepsMine ? "publishing.keepMine" : "publishing.useTheirs")}
                  </Button>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
