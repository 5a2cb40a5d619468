import type { Language } from "./language.ts";

/** The default of `PRODUCT_NAME`. */
export const defaultProductName = "Maktaba";

/** The product's name as the interface shows it: the default name is written in Arabic in Arabic. */
export const localizeProductName = (name: string, language: Language): string =>
  name === defaultProductName && language === "ar" ? "مكتبة" : name;
