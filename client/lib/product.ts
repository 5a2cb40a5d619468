import { defaultProductName, localizeProductName } from "#shared/api/product.ts";
import { getPageLanguage } from "./i18n/page-language.ts";

/** The product name from the page's `application-name`, localized. */
export function getProductName(): string {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=application-name]");
  return localizeProductName(meta?.content || defaultProductName, getPageLanguage());
}
