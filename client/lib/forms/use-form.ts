import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type FieldValues, type ResolverResult, useForm as useHookForm } from "react-hook-form";
import type { RouteContract } from "#shared/api/contract.ts";
import { getFieldLimits, hasOptionalTexts } from "./field-limits.ts";
import { toFormErrors } from "./form-errors.ts";
import { useUnsavedWarning } from "./use-unsaved-warning.ts";

/** The texts of invalid fields; `form` is for the whole form. */
export type FormErrors<V> = Partial<Record<(keyof V & string) | "form", string | undefined>>;

export interface FormOptions<V extends FieldValues> {
  /** The first values; later ones are ignored. */
  readonly values: V;
  /** Nothing is sent while there are errors. */
  readonly validate?: (values: V) => FormErrors<V> | Promise<FormErrors<V>>;
  /** A rejection is shown at the fields that it names, else at `errorField`, else below the form. */
  readonly onSubmit: (values: V) => unknown;
  readonly errorField?: keyof V & string;
  /** Asks before the page is left with unsaved changes. */
  readonly warnsUnsaved?: boolean;
}

/** A form with one state for all its fields. */
export function useForm<V extends FieldValues>(
  { values: firstValues, validate, onSubmit, errorField, warnsUnsaved = false }: FormOptions<V>,
  /** The schema that limits the fields. */
  body?: RouteContract["body"],
) {
  const [initial] = useState(firstValues);
  const form = useHookForm<FieldValues>({
    defaultValues: initial,
    shouldFocusError: false,
    resolver: async (values) => toResult(values, (await validate?.(values as V)) ?? {}),
  });
  const { errors, isDirty, isSubmitting, submitCount } = form.formState;
  const values: FieldValues = form.watch();
  const setErrors = (found: Readonly<Record<string, string | undefined>>) => {
    for (const [name, message] of Object.entries(found))
      if (message !== undefined) form.setError(name, toError(message));
  };
  const submit = useSingleRun(
    form.handleSubmit(async (submitted) => {
      try {
        await onSubmit(submitted as V);
      } catch (error) {
        setErrors(toFormErrors(error, Object.keys(initial), errorField));
      }
    }),
  );
  const getError = (name: string) => errors[name]?.message as string | undefined;
  const change = (name: string, value: unknown) => {
    form.setValue(name, value, { shouldDirty: true });
    form.clearErrors(name);
  };
  useUnsavedWarning(warnsUnsaved && isDirty && !isSubmitting);
  return {
    values: values as V,
    set: (changes: Partial<V>) => {
      for (const [name, value] of Object.entries(changes)) change(name, value);
    },
    /** Makes these the saved values, by default the first ones. */
    reset: (saved: V = initial) => form.reset(saved),
    /** Entered values stay, and count as changes against these. */
    markSaved: (saved: V) => form.reset(saved, { keepValues: true }),
    setErrors: (found: FormErrors<V>) => setErrors(found),
    isDirty,
    isSubmitted: submitCount > 0,
    isPending: isSubmitting,
    error: getError("form") ?? null,
    submit,
    ...getControls<V>(values as V, getError, change, body),
    props: useFormProps(submit, submitCount),
  };
}

export type FormHandle<V extends FieldValues> = ReturnType<typeof useForm<V>>;

export type Form = Pick<ReturnType<typeof useForm>, "error" | "isPending" | "isDirty" | "props"> & {
  /** What the form's error was made from. */
  readonly cause?: unknown;
};

const toError = (message: string) => ({ type: "invalid", message });

function toResult<V>(values: FieldValues, errors: FormErrors<V>): ResolverResult<FieldValues> {
  const found = Object.entries<string | undefined>(errors).flatMap(([name, message]) =>
    message === undefined ? [] : [[name, toError(message)] as const],
  );
  return found.length > 0
    ? { values: {}, errors: Object.fromEntries(found) }
    : { values, errors: {} as Record<string, never> };
}

/** Ignores calls while one is running, such as those of a double click. */
function useSingleRun(run: () => Promise<void>): () => void {
  const isRunning = useRef(false);
  return () => {
    if (isRunning.current) return;
    isRunning.current = true;
    void run().finally(() => {
      isRunning.current = false;
    });
  };
}

type ControlEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

function getControls<V extends FieldValues>(
  values: V,
  getError: (name: string) => string | undefined,
  change: (name: string, value: unknown) => void,
  body: RouteContract["body"],
) {
  const hasOptional = hasOptionalTexts(body, Object.keys(values));
  return {
    /** The attributes of a text control or a choice. */
    field: <Name extends keyof V & string>(name: Name) => ({
      ...getFieldLimits(body, name),
      isMarked: hasOptional && getFieldLimits(body, name)["aria-required"],
      name,
      value: values[name],
      error: getError(name),
      onChange: (input: V[Name] | ControlEvent) =>
        change(name, isControlEvent(input) ? input.target.value : input),
    }),
    /** The attributes of a checkbox or a switch. */
    toggle: <Name extends keyof V & string>(name: Name) => ({
      name,
      checked: values[name] as boolean,
      onChange: (input: boolean | ChangeEvent<HTMLInputElement>) =>
        change(name, typeof input === "boolean" ? input : input.target.checked),
    }),
  };
}

const isControlEvent = (input: unknown): input is ControlEvent =>
  typeof input === "object" && input !== null && "nativeEvent" in input;

/** The attributes of the form element. Ctrl or ⌘ with Enter submits from every control. */
function useFormProps(submit: () => void, submitCount: number) {
  const ref = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each submission.
  useLayoutEffect(
    () => ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
    [submitCount],
  );
  const handle = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    // A dialog may be inside another form.
    event.stopPropagation();
    submit();
  };
  return {
    ref,
    noValidate: true,
    onSubmit: (event: FormEvent) => handle(event),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) handle(event);
    },
  };
}
