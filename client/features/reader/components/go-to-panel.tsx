import type { FormEvent, ReactNode } from "react";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";
import { findPage, getPageFraction, getPercent } from "#client/features/reader/progress.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface GoToPanelProps {
  readonly fraction: number;
  /** Pages of the whole book; 0 when unknown. */
  readonly pageCount: number;
  readonly onGo: (target: Target) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Jumps to a percentage, a page or an earlier position. */
export function GoToPanel({ fraction, pageCount, onGo, onClose, children }: GoToPanelProps) {
  return (
    <Dialog isOpen title={t("reader.goTo")} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <NumberForm
          label={t("reader.goToPercent")}
          initial={getPercent(fraction)}
          max={100}
          step={0.1}
          onGo={(percent) => onGo({ fraction: percent / 100 })}
        />
        {pageCount > 0 && (
          <NumberForm
            label={t("reader.goToPage", { pageCount })}
            initial={String(findPage(fraction, pageCount))}
            min={1}
            max={pageCount}
            onGo={(page) => onGo({ fraction: getPageFraction(page, pageCount) })}
          />
        )}
        {children}
      </div>
    </Dialog>
  );
}

interface NumberFormProps {
  readonly label: string;
  readonly initial: string;
  readonly min?: number;
  readonly max: number;
  readonly step?: number;
  readonly onGo: (value: number) => void;
}

function NumberForm({ label, initial, min = 0, max, step = 1, onGo }: NumberFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = new FormData(event.currentTarget).get("number");
    if (number) onGo(Math.min(max, Math.max(min, Number(number))));
  };

  return (
    <form onSubmit={submit} className="flex items-end gap-3">
      <label className="flex flex-1 flex-col gap-1 text-small">
        {label}
        <input
          name="number"
          type="number"
          inputMode="decimal"
          defaultValue={initial}
          min={min}
          max={max}
          step={step}
          className="h-11 rounded-control border border-edge bg-paper px-3 text-body"
        />
      </label>
      <Button type="submit">{t("reader.go")}</Button>
    </form>
  );
}
