import { clsx } from "clsx";
import type { Portion } from "#shared/goals/contract.ts";
import { partsOfDay } from "#shared/goals/portion.ts";
import { say } from "#client/lib/words.ts";

interface FivePartsProps {
  readonly each: number;
  readonly done: number;
  readonly unit: Portion["unit"];
}

/** A day's portion in five: as many bars, of which those are filled that were read. */
export function FiveParts({ each, done, unit }: FivePartsProps) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted">
        {say("goals.parts", { amount: say(`goals.amount_${unit}`, { n: each }), done })}
      </p>
      <div aria-hidden className="flex max-w-60 gap-1.5">
        {Array.from({ length: partsOfDay }, (_, part) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: they are numbers of parts.
            key={part}
            className={clsx("h-2 flex-1 rounded-full", part < done ? "bg-primary" : "bg-line")}
          />
        ))}
      </div>
    </div>
  );
}
