import type { ReactNode } from "react";
import type { Script } from "#client/features/reader/settings.ts";
import type { SettingsControl } from "#client/features/reader/use-reader-settings.ts";
import { say } from "#client/lib/words.ts";
import { Button } from "#client/ui/button.tsx";
import { Switch } from "#client/ui/switch.tsx";
import { Panel } from "./panel.tsx";
import { ThemeChoice, TypeSettings } from "./type-settings.tsx";

interface SettingsPanelProps {
  readonly control: SettingsControl;
  readonly script: Script;
  /** A fixed layout sets its own type: only the theme is left to choose. */
  readonly isFixed: boolean;
  readonly onClose: () => void;
  /** More settings, below these. */
  readonly children: ReactNode;
}

/** How the page looks; each change shows at once behind the panel. */
export function SettingsPanel({ control, script, isFixed, onClose, children }: SettingsPanelProps) {
  const { settings, change, scope, setScope, chosen, forgetThisBook } = control;
  const differs = Object.keys(chosen.inThisBook).length > 0;
  return (
    <Panel title={say("reader.settings")} side="end" onClose={onClose}>
      <div className="flex flex-col gap-5 p-5">
        <ThemeChoice settings={settings} change={change} />
        {isFixed ? (
          <p className="text-muted text-small">{say("reader.fixedLayout")}</p>
        ) : (
          <TypeSettings settings={settings} change={change} script={script} />
        )}
        <div className="flex flex-col gap-2 border-line border-t pt-4">
          <Switch
            label={say("reader.onlyThisBook")}
            hint={say("reader.onlyThisBookHint")}
            checked={scope === "inThisBook"}
            onChange={(isOn) => setScope(isOn ? "inThisBook" : "everywhere")}
          />
          {differs && (
            <Button tone="quiet" size="small" onClick={forgetThisBook}>
              {say("reader.forgetThisBook")}
            </Button>
          )}
        </div>
        {children}
      </div>
    </Panel>
  );
}
