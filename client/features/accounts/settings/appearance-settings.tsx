import { languages } from "#shared/api/language.ts";
import { useLanguageChoice } from "#client/features/accounts/use-language-choice.ts";
import { usePreferences } from "#client/features/accounts/use-preferences.ts";
import { type Calendar, calendars, chooseCalendar, useCalendar } from "#client/lib/i18n/calendar.ts";
import { formatCalendarDay, getLanguageName } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { chooseTheme, type Theme, themes, useTheme } from "#client/lib/theme.ts";
import { Select } from "#client/ui/forms/select.tsx";

const texts = {
  system: "settings.themeSystem",
  light: "settings.themeLight",
  dark: "settings.themeDark",
  sepia: "settings.themeSepia",
} as const satisfies Record<Theme, MessageKey>;

const calendarTexts = {
  gregorian: "settings.calendarGregorian",
  hijri: "settings.calendarHijri",
  both: "settings.calendarBoth",
} as const satisfies Record<Calendar, MessageKey>;

export function AppearanceSettings() {
  return (
    <div className="flex flex-col gap-6">
      <ThemeChoice />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-4">
        <LanguageChoice />
        <CalendarChoice />
      </div>
    </div>
  );
}

function ThemeChoice() {
  const selected = useTheme();
  const { change } = usePreferences();
  const choose = (theme: Theme) => {
    chooseTheme(theme);
    change({ theme });
  };
  return (
    <fieldset>
      <legend className="mb-3 font-medium">{t("settings.theme")}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        {themes.map((theme) => (
          <label
            key={theme}
            className="flex cursor-pointer flex-col gap-2 rounded-card border border-edge p-2 transition-colors has-checked:border-primary has-checked:bg-primary/8 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <ThemeSample theme={theme} />
            <span className="flex min-h-8 items-center gap-2 px-1">
              <input
                type="radio"
                name="theme"
                value={theme}
                checked={selected === theme}
                onChange={() => choose(theme)}
                className="size-4 accent-primary outline-none"
              />
              {t(texts[theme])}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function LanguageChoice() {
  const { language, choose } = useLanguageChoice();
  return (
    <Select
      label={t("settings.language")}
      value={language}
      onChange={(selected) => void choose(selected)}
      options={languages.map((value) => ({ value, label: getLanguageName(value) }))}
    />
  );
}

function CalendarChoice() {
  const calendar = useCalendar();
  const { change } = usePreferences();
  return (
    <Select
      label={t("settings.calendar")}
      value={calendar}
      onChange={(selected) => {
        chooseCalendar(selected);
        change({ calendar: selected });
      }}
      options={calendars.map((value) => ({ value, label: t(calendarTexts[value]) }))}
      hint={formatCalendarDay(new Date())}
    />
  );
}

function ThemeSample({ theme }: { readonly theme: Theme }) {
  const previewThemes = theme === "system" ? ["light", "dark"] : [theme];
  return (
    <span aria-hidden className="flex h-16 overflow-hidden rounded-control border border-line">
      {previewThemes.map((name) => (
        <span key={name} className={`${name} flex flex-1 flex-col gap-1.5 bg-paper p-2.5`}>
          <span className="h-2 w-3/4 rounded-full bg-ink" />
          <span className="h-2 w-1/2 rounded-full bg-muted" />
          <span className="h-2 w-1/3 rounded-full bg-primary" />
        </span>
      ))}
    </span>
  );
}
