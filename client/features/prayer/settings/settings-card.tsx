import { hasOwnRule } from "#shared/prayer/explain-times.ts";
import type { ChosenLocation } from "#shared/prayer/prayer-profile.ts";
import { NightRule, type PrayerMethod, type PrayerSettings, prayerMethods } from "#shared/prayer/settings.ts";
import { getNightRule } from "#shared/prayer/times.ts";
import { getCountryName, isCalculatedAs } from "#client/features/prayer/location/location.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { Adjustments } from "./adjustments.tsx";
import { AngleFields } from "./angle-fields.tsx";
import { updatePrayerProfile } from "./profile-store.ts";
import { useDefaults } from "./use-defaults.ts";

interface SettingsCardProps {
  readonly location: ChosenLocation;
  readonly settings: PrayerSettings;
}

const madhabs = ["shafi", "hanafi"] as const;
const hijriShifts = [-2, -1, 0, 1, 2] as const;

export function SettingsCard({ location, settings }: SettingsCardProps) {
  const change = (part: Partial<PrayerSettings>) =>
    updatePrayerProfile({ settings: { ...settings, ...part } });
  const currentRule = getNightRule(location, { ...settings, nightRule: "auto" });
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="font-semibold font-title text-h3">{t("prayer.settings")}</h2>
      <CountryDefault location={location} settings={settings} onAccept={change} />
      <Select<PrayerMethod>
        label={t("prayer.method")}
        options={prayerMethods.map((value) => ({ value, label: t(`prayer.method_${value}`) }))}
        value={settings.method}
        onChange={(method) => change({ method })}
      />
      {settings.method === "Other" && (
        <AngleFields angles={settings.angles} onChange={(angles) => change({ angles })} />
      )}
      {settings.method === "UmmAlQura" && (
        <Switch
          label={t("prayer.ramadanIsha")}
          checked={settings.hasRamadanIsha}
          onChange={(hasRamadanIsha) => change({ hasRamadanIsha })}
        />
      )}
      <Select
        label={t("prayer.madhab")}
        options={madhabs.map((value) => ({ value, label: t(`prayer.madhab_${value}`) }))}
        value={settings.madhab}
        onChange={(madhab) => change({ madhab })}
      />
      <Select
        label={t("prayer.rule")}
        {...(hasOwnRule(settings) && { hint: t("prayer.ruleNoEffect") })}
        options={[
          {
            value: "auto" as const,
            label: t("prayer.ruleAutoIs", { rule: t(`prayer.rule_${currentRule}`) }),
          },
          ...NightRule.options.map((value) => ({ value, label: t(`prayer.rule_${value}`) })),
        ]}
        value={settings.nightRule}
        onChange={(nightRule) => change({ nightRule })}
      />
      <Select
        label={t("prayer.hijriShift")}
        hint={t("prayer.hijriShiftHint")}
        options={hijriShifts.map((shift) => ({ value: String(shift), label: formatHijriShift(shift) }))}
        value={String(settings.hijriShift)}
        onChange={(shift) => change({ hijriShift: Number(shift) })}
      />
      <Adjustments adjustments={settings.adjustments} onChange={(adjustments) => change({ adjustments })} />
    </Card>
  );
}

interface CountryDefaultProps extends SettingsCardProps {
  readonly onAccept: (part: Partial<PrayerSettings>) => void;
}

function CountryDefault({ location: { country }, settings, onAccept }: CountryDefaultProps) {
  const getDefault = useDefaults();
  if (!country) return null;
  const defaults = getDefault(country);
  const isDefault = isCalculatedAs(defaults, settings);
  const params = { country: getCountryName(country) };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-small">
      <p>{t(isDefault ? "prayer.defaultIn" : "prayer.notDefaultIn", params)}</p>
      {!isDefault && (
        <Button tone="secondary" size="small" onClick={() => onAccept(defaults)}>
          {t("prayer.useDefault")}
        </Button>
      )}
    </div>
  );
}

function formatHijriShift(shift: number): string {
  if (shift === 0) return t("prayer.shift_0");
  return t(shift > 0 ? "prayer.shift_earlier" : "prayer.shift_later", { n: Math.abs(shift) });
}
