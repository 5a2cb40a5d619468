import type { Seconds } from "#shared/api/schemas.ts";
import { soundRoute } from "#client/features/player/casting/sound-route.ts";
import { useBookSettings, usePlayer } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Select } from "#client/ui/forms/select.tsx";
import { Slider } from "#client/ui/forms/slider.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";

/** Decibels. */
const boost = { max: 9, step: 1 } as const;
const skips: readonly Seconds[] = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300];

/** The sound of the loaded book. */
export function BookSound() {
  const { bookSettings } = usePlayer();
  const settings = useBookSettings();
  const { isCasting } = useStore(soundRoute);
  const setSwitch = (name: "clarifiesVoice" | "isMono" | "skipsSilence") => (isOn: boolean) =>
    bookSettings.update({ [name]: isOn || undefined });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">{t("player.bookSound")}</legend>
      {isCasting && <p className="text-muted text-small">{t("player.castWithoutSound")}</p>}
      <div className="flex flex-col gap-1">
        <div className="flex items-center justify-between gap-2">
          <span className="font-medium">{t("player.boost")}</span>
          <span className="text-small tabular-nums">{getBoostText(settings.boost ?? 0)}</span>
        </div>
        <Slider
          label={t("player.boost")}
          value={settings.boost ?? 0}
          {...boost}
          getText={getBoostText}
          onMove={(decibels) => bookSettings.update({ boost: decibels || undefined })}
        />
      </div>
      <Switch
        label={t("player.clarifyVoice")}
        hint={t("player.clarifyVoiceHint")}
        checked={settings.clarifiesVoice ?? false}
        onChange={setSwitch("clarifiesVoice")}
      />
      <Switch
        label={t("player.mono")}
        hint={t("player.monoHint")}
        checked={settings.isMono ?? false}
        onChange={setSwitch("isMono")}
      />
      <Switch
        label={t("player.skipSilence")}
        hint={t("player.skipSilenceHint")}
        checked={settings.skipsSilence ?? false}
        onChange={setSwitch("skipsSilence")}
      />
      <SkipSelect
        label={t("player.skipIntro")}
        value={settings.skipIntro}
        onChange={(seconds) => bookSettings.update({ skipIntro: seconds })}
      />
      <SkipSelect
        label={t("player.skipOutro")}
        value={settings.skipOutro}
        onChange={(seconds) => bookSettings.update({ skipOutro: seconds })}
      />
    </fieldset>
  );
}

const getBoostText = (n: number): string => t(n === 0 ? "player.boostOff" : "player.boostBy", { n });

interface SkipSelectProps {
  readonly label: string;
  readonly value: Seconds | undefined;
  /** Undefined for nothing. */
  readonly onChange: (seconds: Seconds | undefined) => void;
}

function SkipSelect({ label, value = 0, onChange }: SkipSelectProps) {
  // Another app of the account may have chosen a length between these.
  const lengths = skips.includes(value) ? skips : [...skips, value].sort((a, b) => a - b);
  return (
    <Select
      label={label}
      options={lengths.map((n) => ({
        value: String(n),
        label: n === 0 ? t("player.skipNothing") : t("player.seconds", { n }),
      }))}
      value={String(value)}
      onChange={(selected) => onChange(Number(selected) || undefined)}
    />
  );
}
