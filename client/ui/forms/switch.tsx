import { type InputHTMLAttributes, useId } from "react";

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "onChange"> & {
  readonly label: string;
  readonly hint?: string;
  readonly onChange: (isOn: boolean) => void;
};

export function Switch({ label, hint, onChange, ...props }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-small">
            {hint}
          </p>
        )}
      </div>
      <input
        {...props}
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-7 w-12 shrink-0 appearance-none rounded-full border border-edge bg-line transition-colors before:absolute before:inset-x-0 before:-inset-y-2.5 after:absolute after:top-0.5 after:start-0.5 after:size-5.5 after:rounded-full after:bg-edge after:transition-[inset] checked:border-primary checked:bg-primary checked:after:start-5.5 checked:after:bg-on-primary disabled:opacity-55"
      />
    </div>
  );
}
