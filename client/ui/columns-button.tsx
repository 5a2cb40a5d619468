import { Columns3 } from "lucide-react";
import { useState } from "react";
import type { ColumnPreference } from "#client/lib/column-preference.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "./forms/button.tsx";
import { Checkbox } from "./forms/checkbox.tsx";
import { Dialog } from "./overlays/dialog.tsx";

interface ColumnsButtonProps<Column extends string> {
  readonly preference: ColumnPreference<Column>;
  readonly getLabel: (column: Column) => string;
}

/** Chooses the columns of a list. */
export function ColumnsButton<Column extends string>({ preference, getLabel }: ColumnsButtonProps<Column>) {
  const [isOpen, setOpen] = useState(false);
  const visibleColumns = preference.use();
  return (
    <>
      <Button tone="quiet" size="small" icon={<Columns3 aria-hidden />} onClick={() => setOpen(true)}>
        {t("ui.columns")}
      </Button>
      <Dialog title={t("ui.columns")} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="flex flex-col">
          {preference.columns.map((column) => (
            <Checkbox
              key={column}
              label={getLabel(column)}
              checked={visibleColumns.has(column)}
              onChange={({ target }) => preference.setShown(column, target.checked)}
            />
          ))}
        </div>
      </Dialog>
    </>
  );
}
