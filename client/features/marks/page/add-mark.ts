import { type MarkId, MarkStyle } from "#shared/marks/mark.ts";
import type { MarkStore } from "#client/features/marks/store/mark-store.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { createAnchor, type OpenText, tooLong } from "./create-anchor.ts";
import type { PageSelection } from "./page-selection.ts";

const styleKey = "maktaba.mark-style";

/** The style that was used last on this device. */
export const getLastStyle = (): MarkStyle =>
  MarkStyle.safeParse(getDeviceStorage().getItem(styleKey)).data ?? "yellow";

/** Marks the selected text. @returns null when it cannot be marked */
export function addMark(
  store: MarkStore,
  { loaded, range }: PageSelection,
  style: MarkStyle,
  text: OpenText,
): MarkId | null {
  const anchor = createAnchor(loaded, range, text);
  if (anchor === null) return null;
  if (anchor === tooLong) {
    toast({ tone: "destructive", title: t("marks.tooLong") });
    return null;
  }
  getDeviceStorage().setItem(styleKey, style);
  return store.create({ anchor, style });
}
