import { clsx } from "clsx";
import { Asterisk, CircleAlert } from "lucide-react";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
} from "react";

export const controlClassName =
  "block w-full min-h-11 rounded-control border border-edge bg-surface px-3 py-2 text-ink text-body placeholder:text-muted aria-invalid:border-destructive aria-invalid:border-2 disabled:opacity-55";

export interface FieldTexts {
  readonly label: string;
  /** Marks a required field in a form that has optional ones. */
  readonly isMarked?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  /** Receives the attributes that link the control to its label, hint and error. */
  readonly children: (fieldProps: {
    id: string;
    "aria-invalid"?: true;
    "aria-describedby"?: string;
  }) => ReactNode;
}

export function Field({ label, isMarked, hint, error, children }: FieldProps) {
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  useFocusFirstError(container, error);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div ref={container} className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-small">
        {label}
        {isMarked && <Asterisk aria-hidden className="inline size-4 text-muted" />}
      </label>
      {children({
        id,
        ...(error && { "aria-invalid": true as const }),
        ...(describedBy && { "aria-describedby": describedBy }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-small">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-destructive text-small">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

function useFocusFirstError(container: RefObject<HTMLDivElement | null>, error: string | undefined): void {
  useEffect(() => {
    const active = document.activeElement;
    const canMoveFocus = active === null || active === document.body || active instanceof HTMLButtonElement;
    if (error && canMoveFocus)
      container.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, [container, error]);
}

type TextFieldProps = FieldTexts & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ label, isMarked, hint, error, className, ...props }: TextFieldProps) {
  return (
    <Field label={label} isMarked={isMarked} hint={hint} error={error}>
      {(fieldProps) => (
        <input dir="auto" {...props} {...fieldProps} className={clsx(controlClassName, className)} />
      )}
    </Field>
  );
}

type TextAreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextArea({ label, isMarked, hint, error, className, ...props }: TextAreaProps) {
  return (
    <Field label={label} isMarked={isMarked} hint={hint} error={error}>
      {(fieldProps) => (
        <textarea
          dir="auto"
          rows={4}
          {...props}
          {...fieldProps}
          className={clsx(controlClassName, className)}
        />
      )}
    </Field>
  );
}
