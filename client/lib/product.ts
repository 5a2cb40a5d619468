import { defaultProductName, localizeProductName } from "#shared/api/product.ts";
import { pageLanguage } from "./i18n/page-language.ts";

/** The product name from the page's `application-name`, localized. */
export function productName(): string {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=application-name]");
  return localizeProductName(meta?.content || defaultProductName, pageLanguage());
}
