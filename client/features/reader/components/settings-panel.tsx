import type { ReactNode } from "react";
import type { FullScreen } from "#client/features/reader/hooks/use-full-screen.ts";
import type { SettingsControl } from "#client/features/reader/hooks/use-reader-settings.ts";
import type { Script } from "#client/features/reader/settings/settings.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { Panel } from "./panel.tsx";
import { ThemeChoice, TypeSettings } from "./type-settings.tsx";

interface SettingsPanelProps {
  readonly control: SettingsControl;
  readonly script: Script;
  /** Fixed layouts have their own typography: only the theme can be chosen. */
  readonly isFixed: boolean;
  readonly fullScreen: FullScreen;
  readonly onHelp: () => void;
  readonly onAutoScroll: () => void;
  readonly onClose: () => void;
  /** Additional settings at the end. */
  readonly children: ReactNode;
}

export function SettingsPanel(props: SettingsPanelProps) {
  const { control, script, isFixed, fullScreen, onHelp, onAutoScroll, onClose, children } = props;
  const { settings, change, scope, setScope, stored, resetBookSettings } = control;
  const hasBookSettings = Object.keys(stored.inThisBook).length > 0;
  return (
    <Panel title={t("reader.settings")} side="end" onClose={onClose}>
      <div className="flex flex-col gap-5 p-5">
        <ThemeChoice settings={settings} change={change} />
        {isFixed ? (
          <p className="text-muted text-small">{t("readingSettings.fixedLayout")}</p>
        ) : (
          <TypeSettings settings={settings} change={change} script={script} />
        )}
        <Button tone="secondary" size="small" aria-keyshortcuts="A" onClick={onAutoScroll}>
          {t("readingSettings.autoScroll")}
        </Button>
        <div className="flex flex-col gap-2 border-line border-t pt-4">
          <Switch
            label={t("readingSettings.onlyThisBook")}
            hint={t("readingSettings.onlyThisBookHint")}
            checked={scope === "inThisBook"}
            onChange={(isOn) => setScope(isOn ? "inThisBook" : "everywhere")}
          />
          {hasBookSettings && (
            <Button tone="quiet" size="small" onClick={resetBookSettings}>
              {t("readingSettings.useDefaults")}
            </Button>
          )}
        </div>
        {children}
        <div className="flex flex-wrap gap-2 border-line border-t pt-4 sm:hidden">
          {fullScreen.isPossible && (
            <Button tone="secondary" size="small" className="grow" onClick={fullScreen.toggle}>
              {t(fullScreen.isOn ? "reader.leaveFullScreen" : "reader.fullScreen")}
            </Button>
          )}
          <Button tone="secondary" size="small" className="grow" onClick={onHelp}>
            {t("reader.help")}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
