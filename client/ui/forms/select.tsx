import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";
import { controlClassName, Field, type FieldTexts } from "./field.tsx";

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

type SelectProps<Value extends string> = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "value" | "onChange" | "children"
> &
  FieldTexts & {
    readonly isLabelHidden?: boolean;
    readonly options: readonly Option<Value>[];
    readonly value: Value;
    readonly onChange: (value: Value) => void;
  };

export function Select<Value extends string>({
  label,
  isMarked,
  hint,
  error,
  isLabelHidden = false,
  ...props
}: SelectProps<Value>) {
  if (isLabelHidden) return <Choice {...props} aria-label={label} />;
  return (
    <Field label={label} isMarked={isMarked} hint={hint} error={error}>
      {(fieldProps) => <Choice {...props} {...fieldProps} />}
    </Field>
  );
}

function Choice<Value extends string>({
  options,
  value,
  onChange,
  className,
  ...props
}: Omit<SelectProps<Value>, keyof FieldTexts | "isLabelHidden">) {
  return (
    <div className="relative">
      <select
        {...props}
        value={value}
        onChange={(event) => {
          const selected = options.find((option) => option.value === event.target.value);
          if (selected) onChange(selected.value);
        }}
        className={clsx(controlClassName, "appearance-none text-ellipsis pe-10", className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface text-ink">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-muted"
      />
    </div>
  );
}
