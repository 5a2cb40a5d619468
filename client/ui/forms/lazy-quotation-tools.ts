import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

export const QuotationTools = lazyOverlay(async () => {
  const [module] = await Promise.all([import("./quotation-tools.tsx"), loadMessages("richText")]);
  return module.QuotationTools;
});
