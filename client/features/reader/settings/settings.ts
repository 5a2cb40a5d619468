import { isArabicScript } from "#shared/books/script.ts";
import { ReaderSettings } from "#shared/reader/contract.ts";

export type AllReaderSettings = {
  readonly [K in Exclude<keyof ReaderSettings, "speech" | "knowsTapZones">]-?: Exclude<
    ReaderSettings[K],
    undefined
  >;
};

export interface ChosenSettings {
  readonly everywhere: ReaderSettings;
  readonly inThisBook: ReaderSettings;
}

/** The main script of a book, for typography. */
export type Script = "latin" | "arabic";

export const lineHeights = { min: 1.2, max: 2.6, step: 0.1 } as const;
export const fontSizes = { min: 12, max: 40, step: 1 } as const;
export const margins = { min: 0, max: 25, step: 1 } as const;

/** Arabic with diacritics needs more line height than a tight Latin setting allows. */
const minArabicLineHeight = 1.8;

const defaults: AllReaderSettings = {
  flow: "paginated",
  theme: "system",
  highContrast: false,
  latinFont: "literata",
  arabicFont: "amiri",
  fontSize: 18,
  lineHeight: 1.5,
  wordSpacing: 0,
  letterSpacing: 0,
  paragraphSpacing: 0,
  hidesTashkeel: false,
  margin: 6,
  columns: 0,
  justify: null,
  hyphenate: true,
  pageTurn: "slide",
  guide: "none",
};

const arabicDefaults: Partial<AllReaderSettings> = { fontSize: 22, lineHeight: 1.9, hyphenate: false };

export const getScript = (language: string): Script => (isArabicScript(language) ? "arabic" : "latin");

/** Settings of this book override those of all books, which override the script's defaults. */
export function mergeSettings({ everywhere, inThisBook }: ChosenSettings, script: Script): AllReaderSettings {
  const isArabic = script === "arabic";
  const merged = {
    ...defaults,
    ...(isArabic && arabicDefaults),
    ...omitUndefined(everywhere),
    ...omitUndefined(inThisBook),
  };
  if (!isArabic || inThisBook.lineHeight !== undefined) return merged;
  return { ...merged, lineHeight: Math.max(minArabicLineHeight, merged.lineHeight) };
}

export function updateSettings(
  selected: ChosenSettings,
  change: ReaderSettings,
  scope: keyof ChosenSettings,
): ChosenSettings {
  if (scope === "inThisBook") return { ...selected, inThisBook: { ...selected.inThisBook, ...change } };
  // A setting for all books also removes this book's own.
  const rest = Object.entries(selected.inThisBook).filter(([name]) => !(name in change));
  return { everywhere: { ...selected.everywhere, ...change }, inThisBook: Object.fromEntries(rest) };
}

/** Steps a value within its bounds, rounded to the step. */
export function stepValue(
  value: number,
  steps: number,
  { min, max, step }: { readonly min: number; readonly max: number; readonly step: number },
): number {
  const next = Math.min(max, Math.max(min, value + steps * step));
  return Math.round(next * 100) / 100;
}

export function parseSettings(stored: unknown): ReaderSettings {
  return ReaderSettings.safeParse(stored).data ?? {};
}

function omitUndefined(settings: ReaderSettings): Partial<AllReaderSettings> {
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => value !== undefined && !["speech", "knowsTapZones"].includes(name),
    ),
  );
}
