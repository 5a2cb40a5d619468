import { usePlayer, usePlayerSettings } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Slider } from "#client/ui/forms/slider.tsx";
import { syncOffsets } from "./settings.ts";

export function SyncOffset() {
  const { settings } = usePlayer();
  const { syncOffsetMs } = usePlayerSettings();
  const change = (selected: number) => settings.update({ syncOffsetMs: roundToStep(selected) });
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2 text-small">
        <span className="font-medium">{t("player.syncOffset")}</span>
        <span className="tabular-nums">{getText(syncOffsetMs)}</span>
      </div>
      <Slider
        label={t("player.syncOffset")}
        value={syncOffsetMs}
        min={syncOffsets.min}
        max={syncOffsets.max}
        step={syncOffsets.step}
        getText={getText}
        onMove={change}
      />
      <p className="text-muted text-small">{t("player.syncOffsetHint")}</p>
      {syncOffsetMs !== 0 && (
        <Button tone="quiet" size="small" onClick={() => change(0)}>
          {t("player.syncOffsetNone")}
        </Button>
      )}
    </div>
  );
}

const roundToStep = (selected: number) => Math.round(selected / syncOffsets.step) * syncOffsets.step;

function getText(n: number): string {
  if (n === 0) return t("player.syncNoOffset");
  return t(n > 0 ? "player.syncLater" : "player.syncEarlier", { n: Math.abs(n) });
}
