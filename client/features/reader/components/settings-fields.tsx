import { Minus, Plus } from "lucide-react";
import { useId } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

interface RadioGroupProps<Value extends string | number> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly getLabel: (value: Value) => string;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons in a row. */
export function RadioGroup<Value extends string | number>(props: RadioGroupProps<Value>) {
  const { label, value, options, getLabel, onChange } = props;
  const group = useId();
  return (
    <fieldset>
      <legend className="pb-1.5 font-medium text-small">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center whitespace-nowrap rounded-control border border-edge px-3 text-small has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {getLabel(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface StepperProps {
  readonly label: string;
  readonly displayValue: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onStep: (direction: 1 | -1) => void;
}

export function Stepper({ label, displayValue, value, min, max, onStep }: StepperProps) {
  return (
    <fieldset className="flex items-center justify-between gap-3">
      <legend className="float-start font-medium text-small">{label}</legend>
      <div className="flex items-center gap-1">
        <IconButton
          icon={<Minus aria-hidden />}
          label={t("readingSettings.less", { what: label })}
          disabled={value <= min}
          onClick={() => onStep(-1)}
          className="border border-edge"
        />
        <output className="w-16 text-center text-small tabular-nums" aria-live="polite">
          {displayValue}
        </output>
        <IconButton
          icon={<Plus aria-hidden />}
          label={t("readingSettings.more", { what: label })}
          disabled={value >= max}
          onClick={() => onStep(1)}
          className="border border-edge"
        />
      </div>
    </fieldset>
  );
}
