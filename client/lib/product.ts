import { defaultProductName } from "#shared/api/product.ts";

/** The product's name, from the page's `application-name`. */
export function productName(): string {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=application-name]");
  return meta?.content || defaultProductName;
}
