import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "./toast.ts";

/** Copies a text and says whether it was copied: without HTTPS, browsers have no clipboard. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: t("common.copied") });
  } catch {
    toast({ tone: "destructive", title: t("common.copyFailed") });
  }
}
