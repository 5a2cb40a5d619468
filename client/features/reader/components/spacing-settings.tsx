import type { SettingsControl } from "#client/features/reader/hooks/use-reader-settings.ts";
import { type AllReaderSettings, stepValue } from "#client/features/reader/settings/settings.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Stepper } from "./settings-fields.tsx";

/** In ems. */
const bounds = {
  wordSpacing: { min: 0, max: 0.6, step: 0.05 },
  letterSpacing: { min: 0, max: 0.2, step: 0.01 },
  paragraphSpacing: { min: 0, max: 2.5, step: 0.25 },
} as const;

const names = ["wordSpacing", "letterSpacing", "paragraphSpacing"] as const;

interface SpacingSettingsProps extends Pick<SettingsControl, "change"> {
  readonly settings: AllReaderSettings;
}

/** The space between words, letters and paragraphs in addition to the book's own. */
export function SpacingSettings({ settings, change }: SpacingSettingsProps) {
  return (
    <>
      {names.map((name) => (
        <div key={name}>
          <Stepper
            label={t(`readingSettings.${name}`)}
            displayValue={
              name === "paragraphSpacing" && settings[name] === 0
                ? t("readingSettings.asInBook")
                : formatPercent(settings[name])
            }
            {...bounds[name]}
            value={settings[name]}
            onStep={(direction) => change({ [name]: stepValue(settings[name], direction, bounds[name]) })}
          />
          {name === "letterSpacing" && (
            <p className="text-muted text-small">{t("readingSettings.letterSpacingHint")}</p>
          )}
        </div>
      ))}
      {names.some((name) => settings[name] > 0) && (
        <Button
          tone="quiet"
          size="small"
          onClick={() => change({ wordSpacing: 0, letterSpacing: 0, paragraphSpacing: 0 })}
        >
          {t("readingSettings.resetSpacing")}
        </Button>
      )}
    </>
  );
}
