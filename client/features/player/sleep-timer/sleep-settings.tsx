import { usePlayer, usePlayerSettings } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { hasMotion, requestMotion } from "./shake.ts";

const eveningLengths = [0, 15, 30, 45, 60] as const;

export function SleepSettings() {
  const { settings } = usePlayer();
  const { sleepChime, shakeExtends, eveningMinutes } = usePlayerSettings();
  const setShake = async (isOn: boolean) =>
    settings.update({ shakeExtends: isOn && (await requestMotion()) });
  return (
    <>
      <Select
        label={t("player.sleepEvening")}
        hint={t("player.sleepEveningHint")}
        options={eveningLengths.map((n) => ({
          value: String(n),
          label: n === 0 ? t("player.sleepEveningOff") : t("player.minutes", { n }),
        }))}
        value={String(eveningMinutes)}
        onChange={(selected) => settings.update({ eveningMinutes: Number(selected) })}
      />
      <Switch
        label={t("player.sleepChime")}
        checked={sleepChime}
        onChange={(isOn) => settings.update({ sleepChime: isOn })}
      />
      {hasMotion() && (
        <Switch
          label={t("player.sleepShake")}
          checked={shakeExtends}
          onChange={(isOn) => void setShake(isOn)}
        />
      )}
    </>
  );
}
