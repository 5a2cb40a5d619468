import { type InputHTMLAttributes, useId } from "react";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & { readonly label: string };

export function Checkbox({ label, ...props }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-3">
      <input {...props} id={id} type="checkbox" className="size-5 shrink-0 accent-primary" />
      <label htmlFor={id} className="flex min-h-11 grow items-center">
        {label}
      </label>
    </div>
  );
}
