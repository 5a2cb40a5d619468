import { defaultProductName } from "#shared/kernel/product.ts";

/** What the product is called here: the page carries it in its `application-name`. */
export function productName(): string {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=application-name]");
  return meta?.content || defaultProductName;
}
