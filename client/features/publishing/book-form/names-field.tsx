import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type KeyboardEvent, useId, useState } from "react";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { NameKind } from "#shared/publishing/publishing-book.ts";
import { query } from "#client/lib/api/query.ts";
import { useDebouncedValue } from "#client/lib/hooks/use-debounced-value.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { RemovableChip } from "#client/ui/forms/chip.tsx";
import { controlClassName, Field } from "#client/ui/forms/field.tsx";

interface NameInputProps {
  readonly kind: NameKind;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly onPick: (name: string) => void;
  /** Whether names that do not exist yet can be chosen. */
  readonly canCreate: boolean;
  readonly excluded?: readonly string[];
  /** Translates a stored name; translations can be searched too. */
  readonly getDisplayName?: ((name: string) => string) | undefined;
}

const debounceMs = 200;

/** A combobox that searches names, and creates new ones. */
export function NameInput(props: NameInputProps) {
  const { label, hint, error, value, onType, getDisplayName = toStoredName } = props;
  const combobox = useNameOptions(props);
  const { id, isListOpen, selectedIndex, options, names } = combobox;
  return (
    <Field label={label} hint={hint} error={error}>
      {(fieldProps) => (
        <div className="relative">
          <input
            {...fieldProps}
            role="combobox"
            dir="auto"
            autoComplete="off"
            aria-expanded={isListOpen}
            aria-autocomplete="list"
            {...(isListOpen && { "aria-controls": `${id}-list` })}
            {...(isListOpen && selectedIndex >= 0 && { "aria-activedescendant": `${id}-${selectedIndex}` })}
            value={value}
            maxLength={200}
            onFocus={combobox.open}
            onBlur={combobox.close}
            onChange={({ target }) => {
              onType(target.value);
              combobox.open();
            }}
            onKeyDown={combobox.onKeyDown}
            className={controlClassName}
          />
          {isListOpen && (
            <div
              id={`${id}-list`}
              role="listbox"
              ref={(list) => list?.scrollIntoView({ block: "nearest" })}
              aria-label={label}
              className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 scroll-mb-16 overflow-y-auto rounded-control border border-line bg-surface py-1 shadow-float"
            >
              {options.map((name, n) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
                <div
                  key={name}
                  id={`${id}-${n}`}
                  role="option"
                  aria-selected={n === selectedIndex}
                  dir="auto"
                  // Keeps the focus in the input.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => combobox.pick(name)}
                  className={clsx(
                    "min-h-11 cursor-pointer px-3 py-2.5",
                    n === selectedIndex ? "bg-primary/10" : "hover:bg-primary/5",
                  )}
                >
                  {names.includes(name) ? getDisplayName(name) : t("publishing.create", { name })}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

const toStoredName = (name: string) => name;

function useNameOptions({
  kind,
  value,
  onPick,
  canCreate,
  excluded = [],
  getDisplayName = toStoredName,
}: NameInputProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [selected, setSelected] = useState(-1);
  const search = useDebouncedValue(value, debounceMs);
  const matches = useQuery({
    ...query(publishingContract.findNames, { query: { kind, search } }),
    enabled: isOpen,
    // An option must not disappear while it is clicked.
    placeholderData: keepPreviousData,
  });
  // The server knows the stored names only.
  const translated = useQuery({
    ...query(publishingContract.findNames, { query: { kind, search: "" } }),
    enabled: isOpen && getDisplayName !== toStoredName,
  });
  const inputName = value.trim();
  const normalized = inputName.toLowerCase();
  const matching = (translated.data?.names ?? []).filter((name) =>
    getDisplayName(name).toLowerCase().includes(normalized),
  );
  const names = [...new Set([...(matches.data?.names ?? []), ...matching])].filter(
    (name) => !excluded.includes(name),
  );
  const isSameName = (name: string) =>
    [name, getDisplayName(name)].some((text) => text.toLowerCase() === normalized);
  const isNew = inputName !== "" && !names.some(isSameName);
  const options = [...names, ...(isNew && canCreate ? [inputName] : [])];
  const isListOpen = isOpen && options.length > 0;
  const pick = (name: string | undefined) => {
    if (name === undefined) return;
    onPick(name);
    setOpen(false);
    setSelected(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setSelected((previous) => Math.max(-1, Math.min(options.length - 1, previous + step)));
    } else if (event.key === "Enter" && (isListOpen || inputName)) {
      event.preventDefault();
      pick(selected >= 0 ? options[selected] : options.find(isSameName));
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return {
    id,
    isListOpen,
    selectedIndex: selected,
    options,
    names,
    pick,
    onKeyDown,
    open: () => {
      setOpen(true);
      setSelected(-1);
    },
    close: () => setOpen(false),
  };
}

interface NamesFieldProps {
  readonly kind: NameKind;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly names: readonly string[];
  readonly max: number;
  readonly canCreate: boolean;
  readonly getDisplayName?: (name: string) => string;
  readonly onChange: (names: string[]) => void;
}

/** Several names as removable chips. */
export function NamesField({
  kind,
  label,
  hint,
  error,
  names,
  max,
  canCreate,
  getDisplayName,
  onChange,
}: NamesFieldProps) {
  const [search, setSearch] = useState("");
  return (
    <div className="flex flex-col gap-2">
      <NameInput
        kind={kind}
        label={label}
        hint={hint}
        error={error}
        value={search}
        excluded={names}
        canCreate={canCreate}
        getDisplayName={getDisplayName}
        onType={setSearch}
        onPick={(name) => {
          setSearch("");
          if (names.length < max && !names.includes(name)) onChange([...names, name]);
        }}
      />
      {names.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {names.map((name) => (
            <li key={name}>
              <RemovableChip
                label={getDisplayName?.(name) ?? name}
                removeLabel={t("publishing.remove", { name: getDisplayName?.(name) ?? name })}
                onRemove={() => onChange(names.filter((other) => other !== name))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
