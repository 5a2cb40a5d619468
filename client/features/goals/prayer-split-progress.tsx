import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { Portion } from "#shared/goals/contract.ts";
import { dailyParts } from "#shared/goals/daily-portion.ts";
import { t } from "#client/lib/i18n/i18n.ts";

interface PrayerSplitProgressProps {
  readonly each: number;
  readonly done: number;
  readonly unit: Portion["unit"];
  readonly names?: readonly string[] | null;
}

/** A day's portion as five bars, one per prayer. */
export function PrayerSplitProgress({ each, done, unit, names = null }: PrayerSplitProgressProps) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted">
        {t("goals.parts", { amount: t(`goals.amount_${unit}`, { n: each }), done })}
      </p>
      {names ? <NamedParts names={names} done={done} /> : <PartBars done={done} />}
    </div>
  );
}

const PartBars = ({ done }: { readonly done: number }) => (
  <div aria-hidden className="flex max-w-60 gap-1.5">
    {Array.from({ length: dailyParts }, (_, part) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the part number.
        key={part}
        className={clsx("h-2 flex-1 rounded-full", part < done ? "bg-primary" : "bg-line")}
      />
    ))}
  </div>
);

interface NamedPartsProps {
  readonly names: readonly string[];
  readonly done: number;
}

const NamedParts = ({ names, done }: NamedPartsProps) => (
  <ol className="flex flex-col gap-1 pt-1">
    {names.map((name, part) => (
      <li key={name} className="flex items-center gap-2">
        <span
          aria-hidden
          className={clsx(
            "grid size-5 shrink-0 place-items-center rounded-full border",
            part < done ? "border-primary bg-primary text-on-primary" : "border-edge",
          )}
        >
          {part < done && <Check className="size-3.5" />}
        </span>
        <span className={clsx(part < done && "text-muted")}>{name}</span>
        {part < done && <span className="sr-only">{t("goals.partRead")}</span>}
      </li>
    ))}
  </ol>
);
