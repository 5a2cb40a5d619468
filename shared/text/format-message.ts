/** Text, or parts with a parameter's name, type and choices, as `@lingui/message-utils` compiles a message. */
export type CompiledMessage = string | readonly MessagePart[];

export type MessagePart =
  | string
  | readonly [name: string, type?: string, choices?: Readonly<Record<string, CompiledMessage | undefined>>];

export interface MessageFormats {
  readonly direction: "ltr" | "rtl";
  readonly formatNumber: (value: number) => string;
  readonly selectPlural: (value: number) => Intl.LDMLPluralRule;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Fills in a compiled ICU message: parameters, `number`, `plural` with exact cases, and `select`, whose
 * choice for no text is `empty`. Missing values are empty.
 *
 * @param count the value of `#`, within a plural
 */
export function formatMessage(
  message: CompiledMessage,
  values: Values,
  formats: MessageFormats,
  count?: number,
): string {
  if (typeof message === "string") return message;
  return message.map((part) => formatPart(part, values, formats, count)).join("");
}

function formatPart(part: MessagePart, values: Values, formats: MessageFormats, count?: number): string {
  if (typeof part === "string")
    return part === "#" && count !== undefined ? formats.formatNumber(count) : part;
  const [name, type, choices = {}] = part;
  const value = values[name] ?? "";
  switch (type) {
    case "number":
      return formats.formatNumber(Number(value));
    case "plural": {
      const number = Number(value);
      const choice = choices[number] ?? choices[formats.selectPlural(number)] ?? choices["other"] ?? "";
      return formatMessage(choice, values, formats, number);
    }
    case "select":
      return formatMessage(
        choices[String(value) || "empty"] ?? choices["other"] ?? "",
        values,
        formats,
        count,
      );
    default:
      return formats.direction === "rtl" ? isolateLatin(String(value)) : String(value);
  }
}

/** Not in URLs, which some programs would extend by the invisible character. */
const hasOuterPunctuation = /^[^:]*[a-z][^\w:]+$|^[^\w:]+[a-z]/i;

/** Punctuation at the ends of a Latin text, as in "Layla H.", stays beside it in a text from right to left. */
const isolateLatin = (text: string) => (hasOuterPunctuation.test(text) ? `\u2068${text}\u2069` : text);
