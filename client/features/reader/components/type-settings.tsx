import type { SettingsControl } from "#client/features/reader/hooks/use-reader-settings.ts";
import {
  type AllReaderSettings,
  fontSizes,
  lineHeights,
  margins,
  type Script,
  stepValue,
} from "#client/features/reader/settings/settings.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Switch } from "#client/ui/forms/switch.tsx";
import { RadioGroup, Stepper } from "./settings-fields.tsx";

const themes = ["system", "light", "sepia", "dark"] as const;
const latinFonts = ["literata", "inter", "fraunces", "publisher"] as const;
const arabicFonts = ["amiri", "noto-naskh", "publisher"] as const;
const flows = ["paginated", "scrolled"] as const;
/** By the value of `justify`. */
const alignments = { null: "auto", false: "start", true: "justify" } as const;
const columnCounts = [0, 1, 2] as const;

interface ThemeChoiceProps extends Pick<SettingsControl, "change"> {
  readonly settings: Pick<AllReaderSettings, "theme">;
}

/** The theme of the page, which can differ from the app's. */
export function ThemeChoice({ settings, change }: ThemeChoiceProps) {
  return (
    <RadioGroup
      label={t("reader.theme")}
      value={settings.theme}
      options={themes}
      getLabel={(theme) => t(`reader.theme.${theme}`)}
      onChange={(theme) => change({ theme })}
    />
  );
}

interface TypeSettingsProps extends Pick<SettingsControl, "change"> {
  readonly settings: AllReaderSettings;
  readonly script: Script;
}

export function TypeSettings({ settings, change, script }: TypeSettingsProps) {
  const { fontSize, lineHeight, margin } = settings;
  return (
    <>
      <Stepper
        label={t("reader.fontSize")}
        displayValue={t("reader.pixels", { n: fontSize })}
        {...fontSizes}
        value={fontSize}
        onStep={(direction) => change({ fontSize: stepValue(fontSize, direction, fontSizes) })}
      />
      <Fonts settings={settings} change={change} script={script} />
      <Stepper
        label={t("reader.lineHeight")}
        displayValue={lineHeight.toFixed(1)}
        {...lineHeights}
        value={lineHeight}
        onStep={(direction) => change({ lineHeight: stepValue(lineHeight, direction, lineHeights) })}
      />
      <Stepper
        label={t("reader.margin")}
        displayValue={t("reader.percent", { percent: margin })}
        {...margins}
        value={margin}
        onStep={(direction) => change({ margin: stepValue(margin, direction, margins) })}
      />
      <RadioGroup
        label={t("reader.flow")}
        value={settings.flow}
        options={flows}
        getLabel={(flow) => t(`reader.flow.${flow}`)}
        onChange={(flow) => change({ flow })}
      />
      {settings.flow === "paginated" && (
        <RadioGroup
          label={t("reader.columns")}
          value={settings.columns}
          options={columnCounts}
          getLabel={(columns) => t(columns === 0 ? "reader.columnsAuto" : "reader.columnsN", { n: columns })}
          onChange={(columns) => change({ columns })}
        />
      )}
      <RadioGroup
        label={t("reader.textAlign")}
        value={alignments[String(settings.justify) as keyof typeof alignments]}
        options={Object.values(alignments)}
        getLabel={(alignment) => t(`reader.textAlign.${alignment}`)}
        onChange={(alignment) => change({ justify: alignment === "auto" ? null : alignment === "justify" })}
      />
      <Switch
        label={t("reader.hyphenate")}
        checked={settings.hyphenate}
        onChange={(hyphenate) => change({ hyphenate })}
      />
    </>
  );
}

/** The fonts of both scripts, those of the book's script first. */
function Fonts({ settings, change, script }: TypeSettingsProps) {
  const latin = (
    <RadioGroup
      key="latin"
      label={t("reader.latinFont")}
      value={settings.latinFont}
      options={latinFonts}
      getLabel={(font) => t(`reader.font.${font}`)}
      onChange={(latinFont) => change({ latinFont })}
    />
  );
  const arabic = (
    <RadioGroup
      key="arabic"
      label={t("reader.arabicFont")}
      value={settings.arabicFont}
      options={arabicFonts}
      getLabel={(font) => t(`reader.font.${font}`)}
      onChange={(arabicFont) => change({ arabicFont })}
    />
  );
  return script === "arabic" ? [arabic, latin] : [latin, arabic];
}
