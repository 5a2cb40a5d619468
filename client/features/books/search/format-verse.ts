import type { Verse } from "#shared/books/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** "Al-Baqarah 2:255", or "Surah Al-Baqarah"; each language chooses the name in its script. */
export const formatVerse = ({ surah, verse, name, transliteration }: Verse): string =>
  verse === null
    ? t("shell.surah", { name, transliteration })
    : t("shell.verse", { name, transliteration, surah, verse });
