import { useId, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Star } from "#client/ui/books/stars.tsx";

interface StarPickerProps {
  readonly label: string;
  /** 0.5 to 5 in halves; null before a choice. */
  readonly value: number | null;
  readonly onChange: (stars: number) => void;
  readonly isDisabled?: boolean;
}

const steps = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];

/** A rating in half stars, by touch or arrow keys. */
export function StarPicker({ label, value, onChange, isDisabled = false }: StarPickerProps) {
  const name = useId();
  const [hovered, setHovered] = useState<number | null>(null);
  const displayedStars = hovered ?? value ?? 0;
  return (
    <fieldset disabled={isDisabled} className="inline-block" onPointerLeave={() => setHovered(null)}>
      <legend className="sr-only">{label}</legend>
      <div className="relative inline-flex h-11 items-center has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
        <span aria-hidden className="inline-flex">
          {[1, 2, 3, 4, 5].map((stars) => (
            <Star
              key={stars}
              fill={displayedStars >= stars ? 1 : displayedStars >= stars - 0.5 ? 0.5 : 0}
              className="size-11 p-1.5 max-[24rem]:size-9"
            />
          ))}
        </span>
        <span className="absolute inset-0 flex">
          {steps.map((stars) => (
            <input
              key={stars}
              type="radio"
              name={name}
              value={stars}
              checked={value === stars}
              aria-label={t("ui.stars", { n: stars })}
              onPointerEnter={() => setHovered(stars)}
              onChange={() => onChange(stars)}
              className="h-full w-1/10 cursor-pointer appearance-none outline-none"
            />
          ))}
        </span>
      </div>
    </fieldset>
  );
}
