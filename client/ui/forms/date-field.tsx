import { clsx } from "clsx";
import { type InputHTMLAttributes, useRef, useState } from "react";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { controlClassName, Field, type FieldTexts } from "./field.tsx";

type DateFieldType = "date" | "time" | "datetime-local";

interface DateFieldProps
  extends FieldTexts,
    Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "value" | "onChange"> {
  readonly type?: DateFieldType;
  /** ISO 8601 without a time zone; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A date or time in the language of the page. Browsers show theirs in their own language, here only while the reader
 * types.
 */
export function DateField({
  label,
  isMarked,
  hint,
  error,
  type = "date",
  value,
  onChange,
  className,
  ...props
}: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const openPicker = () => {
    try {
      input.current?.showPicker();
    } catch {
      setTyping(true);
    }
  };
  return (
    <Field label={label} isMarked={isMarked} hint={hint} error={error}>
      {(fieldProps) => (
        <div className="relative">
          <input
            {...props}
            {...fieldProps}
            ref={input}
            type={type}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onClick={openPicker}
            onKeyDown={({ key }) => key !== "Tab" && setTyping(true)}
            onBlur={() => setTyping(false)}
            className={clsx(
              controlClassName,
              !isTyping && "date-icon text-transparent [&::-webkit-datetime-edit]:opacity-0",
              className,
            )}
          />
          {!isTyping && (
            <span
              aria-hidden
              className={clsx(
                "pointer-events-none absolute inset-0 flex items-center ps-3 pe-10",
                !value && "text-muted",
              )}
            >
              <span className="truncate">{value ? formatValue(type, value) : getPlaceholder(type)}</span>
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

const day = { day: "numeric", month: "short", year: "numeric" } as const;
const time = { hour: "numeric", minute: "2-digit" } as const;
const styles = { date: day, time, "datetime-local": { ...day, ...time } };

function formatValue(type: DateFieldType, value: string): string {
  const date = new Date(type === "time" ? `1970-01-01T${value}Z` : `${value}${type === "date" ? "" : "Z"}`);
  if (Number.isNaN(date.getTime())) return value;
  return new Intl.DateTimeFormat(getLocale(), {
    ...styles[type],
    calendar: "gregory",
    timeZone: "UTC",
  }).format(date);
}

const parts = {
  date: ["day", "month", "year"],
  time: ["hour", "minute"],
  "datetime-local": ["day", "month", "year", "hour", "minute"],
} as const;

/** Such as "day / month / year". Some Arabic names of Intl have the article. */
function getPlaceholder(type: DateFieldType): string {
  const names = new Intl.DisplayNames([getLocale()], { type: "dateTimeField" });
  return parts[type].map((part) => names.of(part)?.replace(/^ال/u, "")).join(" / ");
}
