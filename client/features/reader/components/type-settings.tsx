import type { SettingsControl } from "#client/features/reader/hooks/use-reader-settings.ts";
import {
  type AllReaderSettings,
  fontSizes,
  lineHeights,
  margins,
  type Script,
  stepValue,
} from "#client/features/reader/settings/settings.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Switch } from "#client/ui/forms/switch.tsx";
import { OwnFontField } from "./own-font-field.tsx";
import { RadioGroup, Stepper } from "./settings-fields.tsx";
import { SpacingSettings } from "./spacing-settings.tsx";
import { ThemeSwatches } from "./theme-swatches.tsx";

const latinFonts = ["literata", "inter", "fraunces", "opendyslexic", "own", "publisher"] as const;
const arabicFonts = ["amiri", "noto-naskh", "own", "publisher"] as const;
const flows = ["paginated", "scrolled"] as const;
/** By the value of `justify`. */
const alignments = { null: "auto", false: "start", true: "justify" } as const;
const pageTurns = ["slide", "fade", "none"] as const;
const guides = ["none", "ruler", "line"] as const;
const columnCounts = [0, 1, 2] as const;

interface ThemeChoiceProps extends Pick<SettingsControl, "change"> {
  readonly settings: Pick<AllReaderSettings, "theme" | "highContrast">;
}

/** The theme of the page, which can differ from the app's. */
export function ThemeChoice({ settings, change }: ThemeChoiceProps) {
  return (
    <>
      <ThemeSwatches value={settings.theme} onChange={(theme) => change({ theme })} />
      <Switch
        label={t("readingSettings.highContrast")}
        checked={settings.highContrast}
        onChange={(highContrast) => change({ highContrast })}
      />
    </>
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
        label={t("readingSettings.fontSize")}
        displayValue={t("readingSettings.pixels", { n: fontSize })}
        {...fontSizes}
        value={fontSize}
        onStep={(direction) => change({ fontSize: stepValue(fontSize, direction, fontSizes) })}
      />
      <Fonts settings={settings} change={change} script={script} />
      <OwnFontField />
      <Switch
        label={t("readingSettings.hideTashkeel")}
        hint={t("readingSettings.hideTashkeelHint")}
        checked={settings.hidesTashkeel}
        onChange={(hidesTashkeel) => change({ hidesTashkeel })}
      />
      <Stepper
        label={t("readingSettings.lineHeight")}
        displayValue={lineHeight.toFixed(1)}
        {...lineHeights}
        value={lineHeight}
        onStep={(direction) => change({ lineHeight: stepValue(lineHeight, direction, lineHeights) })}
      />
      <SpacingSettings settings={settings} change={change} />
      <Stepper
        label={t("readingSettings.margin")}
        displayValue={formatPercent(margin / 100)}
        {...margins}
        value={margin}
        onStep={(direction) => change({ margin: stepValue(margin, direction, margins) })}
      />
      <PageSettings settings={settings} change={change} />
      <RadioGroup
        label={t("readingSettings.textAlign")}
        value={alignments[String(settings.justify) as keyof typeof alignments]}
        options={Object.values(alignments)}
        getLabel={(alignment) => t(`readingSettings.textAlign.${alignment}`)}
        onChange={(alignment) => change({ justify: alignment === "auto" ? null : alignment === "justify" })}
      />
      <Switch
        label={t("readingSettings.hyphenate")}
        checked={settings.hyphenate}
        onChange={(hyphenate) => change({ hyphenate })}
      />
    </>
  );
}

function PageSettings({ settings, change }: Pick<TypeSettingsProps, "settings" | "change">) {
  return (
    <>
      <RadioGroup
        label={t("readingSettings.flow")}
        value={settings.flow}
        options={flows}
        getLabel={(flow) => t(`readingSettings.flow.${flow}`)}
        onChange={(flow) => change({ flow })}
      />
      {settings.flow === "paginated" && (
        <RadioGroup
          label={t("readingSettings.pageTurn")}
          value={settings.pageTurn}
          options={pageTurns}
          getLabel={(pageTurn) => t(`readingSettings.pageTurn.${pageTurn}`)}
          onChange={(pageTurn) => change({ pageTurn })}
        />
      )}
      <RadioGroup
        label={t("readingSettings.guide")}
        value={settings.guide}
        options={guides}
        getLabel={(guide) => t(`readingSettings.guide.${guide}`)}
        onChange={(guide) => change({ guide })}
      />
      {settings.flow === "paginated" && (
        <RadioGroup
          label={t("readingSettings.columns")}
          value={settings.columns}
          options={columnCounts}
          getLabel={(columns) =>
            t(columns === 0 ? "readingSettings.columnsAuto" : "readingSettings.columnsN", { n: columns })
          }
          onChange={(columns) => change({ columns })}
        />
      )}
    </>
  );
}

/** The fonts of both scripts, those of the book's script first. */
function Fonts({ settings, change, script }: TypeSettingsProps) {
  const latin = (
    <RadioGroup
      key="latin"
      label={t("readingSettings.latinFont")}
      value={settings.latinFont}
      options={latinFonts}
      getLabel={(font) => t(`readingSettings.font.${font}`)}
      onChange={(latinFont) => change({ latinFont })}
    />
  );
  const arabic = (
    <RadioGroup
      key="arabic"
      label={t("readingSettings.arabicFont")}
      value={settings.arabicFont}
      options={arabicFonts}
      getLabel={(font) => t(`readingSettings.font.${font}`)}
      onChange={(arabicFont) => change({ arabicFont })}
    />
  );
  return script === "arabic" ? [arabic, latin] : [latin, arabic];
}
