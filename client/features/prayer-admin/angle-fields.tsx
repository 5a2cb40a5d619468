import { CustomAngles } from "#shared/prayer/settings.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { Select } from "#client/ui/forms/select.tsx";

interface AngleFieldsProps {
  readonly angles: CustomAngles;
  readonly isSubmitted: boolean;
  readonly onChange: (angles: CustomAngles) => void;
}

/** Angles for Fajr and Isha; Isha can be minutes after Maghrib instead. */
export function AngleFields({ angles, isSubmitted, onChange }: AngleFieldsProps) {
  const { fajr, isha, maghrib } = angles;
  const kind = "minutes" in isha ? "minutes" : "angle";
  const isFajrValid = CustomAngles.shape.fajr.safeParse(fajr).success;
  const isMaghribValid = CustomAngles.shape.maghrib.safeParse(maghrib).success;
  const isIshaValid = CustomAngles.shape.isha.safeParse(isha).success;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t("athan.angleFajr")}
        error={isSubmitted && !isFajrValid ? t("athan.angleWrong") : undefined}
        type="number"
        inputMode="decimal"
        step="0.1"
        dir="ltr"
        value={Number.isNaN(fajr) ? "" : fajr}
        onChange={({ target }) => onChange({ ...angles, fajr: target.valueAsNumber })}
      />
      <Select
        label={t("athan.ishaBy")}
        options={[
          { value: "angle", label: t("athan.ishaByAngle") },
          { value: "minutes", label: t("athan.ishaByMinutes") },
        ]}
        value={kind}
        onChange={(unit) => onChange({ ...angles, isha: unit === "angle" ? { angle: 17 } : { minutes: 90 } })}
      />
      <TextField
        label={t(kind === "angle" ? "athan.angleIsha" : "athan.minutesIsha")}
        error={
          isSubmitted && !isIshaValid
            ? t(kind === "angle" ? "athan.angleWrong" : "athan.minutesWrong")
            : undefined
        }
        type="number"
        inputMode="decimal"
        step={kind === "angle" ? "0.1" : "1"}
        dir="ltr"
        value={toInputValue("minutes" in isha ? isha.minutes : isha.angle)}
        onChange={({ target: { valueAsNumber: n } }) =>
          onChange({ ...angles, isha: kind === "angle" ? { angle: n } : { minutes: n } })
        }
      />
      <TextField
        label={t("prayer.maghribAngle")}
        hint={t("prayer.maghribAngleHint")}
        error={isSubmitted && !isMaghribValid ? t("prayer.wrongMaghribAngle") : undefined}
        type="number"
        inputMode="decimal"
        step="0.1"
        dir="ltr"
        value={maghrib ?? ""}
        onChange={({ target }) =>
          onChange({ ...angles, maghrib: target.value ? target.valueAsNumber : undefined })
        }
      />
    </div>
  );
}

const toInputValue = (n: number) => (Number.isNaN(n) ? "" : n);
