import { useId } from "react";
import type { AllReaderSettings } from "#client/features/reader/settings/settings.ts";
import { t } from "#client/lib/i18n/i18n.ts";

type Theme = AllReaderSettings["theme"];

/** Paper and ink of each theme; the letters of the automatic choice stand on one half each. */
const swatches: Readonly<Record<Theme, readonly [paper: string, ink: string, secondInk?: string]>> = {
  system: ["linear-gradient(90deg, #fbf7ef 50%, #101613 50%)", "#1c2822", "#ece7db"],
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
      <div className="grid grid-cols-5 gap-1.5">
        {(Object.keys(swatches) as Theme[]).map((theme) => (
          <label
            key={theme}
            className="flex min-h-11 min-w-0 cursor-pointer flex-col items-center gap-1 rounded-control border border-edge px-0.5 py-1.5 text-center text-small has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
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
              dir="ltr"
              className="grid size-11 grid-cols-2 items-center rounded-full border border-line font-reading text-lead"
              style={{ background: swatches[theme][0], color: swatches[theme][1] }}
            >
              <span className="text-end">A</span>
              <span className="text-start" style={{ color: swatches[theme][2] }}>
                a
              </span>
            </span>
            <span>{t(`readingSettings.theme.${theme}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
