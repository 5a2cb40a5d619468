import { Minus, Plus } from "lucide-react";
import { dayTimesList, type PrayerSettings } from "#shared/prayer/settings.ts";
import { getPrayerName } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { formatSigned } from "#client/features/prayer/times/minutes.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

type Minutes = PrayerSettings["adjustments"];
const maxMinutes = 60;

interface AdjustmentsProps {
  readonly adjustments: Minutes;
  readonly onChange: (adjustments: Minutes) => void;
}

export function Adjustments({ adjustments, onChange }: AdjustmentsProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-medium text-small">{t("prayer.adjust")}</legend>
      <p className="text-muted text-small">{t("prayer.adjustHint")}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-6">
        {dayTimesList.map((name) => {
          const time = getPrayerName(name);
          const setMinutes = (minutes: number) => onChange({ ...adjustments, [name]: minutes });
          return (
            <li key={name} className="flex items-center justify-between gap-2">
              <span>{time}</span>
              <span className="flex items-center">
                <IconButton
                  label={t("prayer.less", { dayTime: time })}
                  icon={<Minus aria-hidden />}
                  disabled={adjustments[name] <= -maxMinutes}
                  onClick={() => setMinutes(adjustments[name] - 1)}
                />
                <output aria-live="polite" className="w-9 text-center tabular-nums">
                  {formatSigned(adjustments[name])}
                </output>
                <IconButton
                  label={t("prayer.more", { dayTime: time })}
                  icon={<Plus aria-hidden />}
                  disabled={adjustments[name] >= maxMinutes}
                  onClick={() => setMinutes(adjustments[name] + 1)}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
