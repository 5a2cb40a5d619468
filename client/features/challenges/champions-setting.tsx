import { t } from "#client/lib/i18n/i18n.ts";
import { Switch } from "#client/ui/forms/switch.tsx";
import { useChampionsChoice } from "./use-champions-choice.ts";

export function ChampionsSetting() {
  const { isKnown, shows, change } = useChampionsChoice();
  return (
    <Switch
      label={t("challenge.showMe")}
      hint={t("challenge.showMeHint")}
      checked={shows}
      disabled={!isKnown}
      onChange={change}
    />
  );
}
