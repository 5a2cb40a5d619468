import { clsx } from "clsx";
import { formatRate } from "#client/features/player/format-time.ts";
import { usePlayer, usePlayerSettings } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Slider } from "#client/ui/forms/slider.tsx";
import { clampRate, maxRate, minRate, speedPresets } from "./settings.ts";

export function SpeedPanel() {
  const { settings } = usePlayer();
  const { rate } = usePlayerSettings();
  const choose = (selected: number) => settings.update({ rate: clampRate(selected) });
  return (
    <div className="flex flex-col gap-3">
      <Slider
        label={t("player.speed")}
        value={rate}
        min={minRate}
        max={maxRate}
        step={0.05}
        getText={(value) => t("player.speedNow", { rate: formatRate(value) })}
        onMove={choose}
      />
      <div className="grid grid-cols-4 gap-2">
        {speedPresets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={rate === preset}
            aria-label={t("player.speedNow", { rate: formatRate(preset) })}
            onClick={() => choose(preset)}
            className={clsx(
              "min-h-11 rounded-control border text-small tabular-nums",
              rate === preset
                ? "border-primary bg-primary text-on-primary"
                : "border-edge bg-surface hover:border-primary",
            )}
          >
            {formatRate(preset)}×
          </button>
        ))}
      </div>
    </div>
  );
}
