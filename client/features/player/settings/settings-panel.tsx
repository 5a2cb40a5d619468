import { RepeatPanel } from "#client/features/player/repeat/repeat-panel.tsx";
import { usePlayer, usePlayerSettings, usePlayerState } from "#client/features/player/use-player.ts";
import { openOverlay } from "#client/lib/app-overlay.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { BookSound } from "./book-sound.tsx";
import { type PlayerSettings, skipAmounts } from "./settings.ts";
import { SyncOffset } from "./sync-offset.tsx";

const getSkipOptions = () =>
  skipAmounts.map((n) => ({
    value: String(n),
    label: n < 60 ? t("player.seconds", { n }) : t("player.minutes", { n: n / 60 }),
  }));

export function SettingsPanel() {
  const { settings } = usePlayer();
  const { skipBack, skipForward, timeDisplay, rewindsAfterPause } = usePlayerSettings();
  const hasText = usePlayerState(({ playlist }) => playlist?.hasEbook ?? false);
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t("player.skipBackBy")}
        options={getSkipOptions()}
        value={String(skipBack)}
        onChange={(selected) => settings.update({ skipBack: Number(selected) })}
      />
      <Select
        label={t("player.skipForwardBy")}
        options={getSkipOptions()}
        value={String(skipForward)}
        onChange={(selected) => settings.update({ skipForward: Number(selected) })}
      />
      <Select<PlayerSettings["timeDisplay"]>
        label={t("player.timeShown")}
        options={[
          { value: "chapter", label: t("player.timeOfChapter") },
          { value: "book", label: t("player.timeOfBook") },
        ]}
        value={timeDisplay}
        onChange={(selected) => settings.update({ timeDisplay: selected })}
      />
      <Switch
        label={t("player.rewinds")}
        hint={t("player.rewindsHint")}
        checked={rewindsAfterPause}
        onChange={(isOn) => settings.update({ rewindsAfterPause: isOn })}
      />
      {hasText && <SyncOffset />}
      <BookSound />
      <RepeatPanel />
      <Button tone="quiet" className="max-lg:hidden" onClick={() => openOverlay.set("shortcuts")}>
        {t("player.shortcuts")}
      </Button>
    </div>
  );
}
