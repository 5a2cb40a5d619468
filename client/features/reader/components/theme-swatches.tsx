import { useId } from "react";
import type { AllReaderSettings } from "#client/features/reader/settings/settings.ts";
import { t } from "#client/lib/i18n/i18n.ts";

type Theme = AllReaderSettings["theme"];

/** Paper and ink of each theme, those of the light and the dark one for the automatic choice. */
const swatches: Readonly<Record<Theme, readonly [paper: string, ink: string]>> = {
  system: ["linear-gradient(135deg, #fbf7ef 50%, #101613 50%)", "#6f7a74"],
  light: ["#fbf7ef", "#1c2822"],
  sepia: ["#f4ead5", "#3f3120"],
  dark: ["#101613", "#ece7db"],
  black: ["#000000", "#ece7db"],
};

interface ThemeSwatchesProps {
  readonly value: Theme;
  readonly onChange: (theme: Theme) => void;
}

/** The themes as radio buttons in their own colours. */
export function ThemeSwatches({ value, onChange }: ThemeSwatchesProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="pb-1.5 font-medium text-small">{t("readingSettings.theme")}</legend>
      <div className="flex flex-wrap gap-1.5">
        {(Object.keys(swatches) as Theme[]).map((theme) => (
          <label
            key={theme}
            className="flex min-h-11 flex-1 cursor-pointer flex-col items-center gap-1 rounded-control border border-edge p-1.5 text-small has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={theme === value}
              onChange={() => onChange(theme)}
            />
            <span
              aria-hidden
              lang="en"
              className="grid size-11 place-items-center rounded-full border border-line font-reading text-lead"
              style={{ background: swatches[theme][0], color: swatches[theme][1] }}
            >
              Aa
            </span>
            <span>{t(`readingSettings.theme.${theme}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
