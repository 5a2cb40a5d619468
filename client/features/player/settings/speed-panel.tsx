import { clsx } from "clsx";
import { formatRate } from "#client/features/player/format-time.ts";
import {
  useBookSettings,
  usePlayer,
  usePlayerSettings,
  usePlayerState,
} from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Slider } from "#client/ui/forms/slider.tsx";
import { clampRate, maxRate, minRate, speedPresets } from "./settings.ts";

export function SpeedPanel() {
  const { bookSettings } = usePlayer();
  const rate = usePlayerState((state) => state.rate);
  const choose = (selected: number) => bookSettings.update({ rate: clampRate(selected) });
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
      <RateOfBook />
    </div>
  );
}

/** Whether the speed is of this book only, and how to make it the speed of all. */
function RateOfBook() {
  const { settings, bookSettings } = usePlayer();
  const { rate: usual } = usePlayerSettings();
  const { rate } = useBookSettings();
  if (rate === undefined || rate === usual)
    return <p className="text-muted text-small">{t("player.speedOfBook")}</p>;
  const applyToAll = () => {
    settings.update({ rate });
    bookSettings.update({ rate: undefined });
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted text-small">{t("player.speedOfOthers", { rate: formatRate(usual) })}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" tone="secondary" onClick={applyToAll}>
          {t("player.speedForAll", { rate: formatRate(rate) })}
        </Button>
        <Button size="small" tone="quiet" onClick={() => bookSettings.update({ rate: undefined })}>
          {t("player.speedReset")}
        </Button>
      </div>
    </div>
  );
}
