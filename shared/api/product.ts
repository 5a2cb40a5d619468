import type { Language } from "./language.ts";

/** The default of `PRODUCT_NAME`. */
export const defaultProductName = "Maktaba";

/** The localized product name: the default name has an Arabic form. */
export const localizeProductName = (name: string, language: Language): string =>
  name === defaultProductName && language === "ar" ? "مكتبة" : name;
