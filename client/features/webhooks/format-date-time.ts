import { getLocale } from "#client/lib/i18n/locale.ts";

/** "Nov 29, 2026, 7:05 AM" in the reader's language. */
export const formatDateTime = (at: Date): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: "medium", timeStyle: "short" }).format(at);
