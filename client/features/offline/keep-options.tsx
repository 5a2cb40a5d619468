import { t } from "#client/lib/i18n/i18n.ts";
import { Switch } from "#client/ui/forms/switch.tsx";
import { keepsNext, removesFinished } from "./offline-books.ts";

export function KeepOptions() {
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={t("offline.removeFinished")}
        hint={t("offline.removeFinishedHint")}
        checked={removesFinished.use() === "yes"}
        onChange={(isOn) => removesFinished.set(isOn ? "yes" : "no")}
      />
      <Switch
        label={t("offline.keepNext")}
        hint={t("offline.keepNextHint")}
        checked={keepsNext.use() === "yes"}
        onChange={(isOn) => keepsNext.set(isOn ? "yes" : "no")}
      />
    </div>
  );
}
