import { t } from "./i18n.ts";

/** The name of a device, stored as by `toDevice`. Names that earlier versions stored are shown as they are. */
export function formatDevice(device: string): string {
  const [browser, system] = device.split("/");
  if (browser && system) return t("common.browserOnSystem", { browser, system });
  return browser || system || t("common.unknownDevice");
}
