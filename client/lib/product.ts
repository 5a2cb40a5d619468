import { defaultProductName } from "#shared/api/product.ts";
import { drawnWith } from "./shell-facts.ts";

/** What the product is called here: the page carries it in its `application-name`. */
export function productName(): string {
  const facts = drawnWith();
  if (facts) return facts.productName;
  const meta = document.querySelector<HTMLMetaElement>("meta[name=application-name]");
  return meta?.content || defaultProductName;
}
