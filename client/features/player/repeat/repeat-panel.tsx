import { formatClockTime } from "#client/features/player/format-time.ts";
import { usePlayer, useRepeat } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Select } from "#client/ui/forms/select.tsx";

const counts = ["2", "3", "5", "10", "20"] as const;

export function RepeatPanel() {
  const { repeat } = usePlayer();
  const { from, to, count } = useRepeat();
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium">{t("player.repeat")}</h3>
      <div className="grid grid-cols-2 gap-2">
        <Button size="small" tone="secondary" onClick={repeat.setStart}>
          {from === null ? t("player.repeatFrom") : t("player.repeatFromAt", { time: formatClockTime(from) })}
        </Button>
        <Button size="small" tone="secondary" disabled={from === null} onClick={repeat.setEnd}>
          {to === null ? t("player.repeatTo") : t("player.repeatToAt", { time: formatClockTime(to) })}
        </Button>
      </div>
      <Select
        label={t("player.repeatCount")}
        options={[
          { value: "", label: t("player.repeatForever") },
          ...counts.map((n) => ({ value: n, label: t("player.repeatTimes", { n: Number(n) }) })),
        ]}
        value={count === null ? "" : String(count)}
        onChange={(selected) => repeat.setCount(selected === "" ? null : Number(selected))}
      />
      {from !== null && (
        <Button size="small" tone="quiet" onClick={repeat.stop}>
          {t("player.repeatStop")}
        </Button>
      )}
    </div>
  );
}
