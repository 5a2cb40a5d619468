import { useState } from "react";
import { CustomAngles } from "#shared/prayer/settings.ts";
import { parseDegrees } from "#client/features/prayer/location/parse-coordinates.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { Select } from "#client/ui/forms/select.tsx";

interface AngleFieldsProps {
  readonly angles: CustomAngles;
  readonly onChange: (angles: CustomAngles) => void;
}

const ishaKinds = ["angle", "minutes"] as const;
const initialValues = { angle: { angle: 17 }, minutes: { minutes: 90 } } as const;

export function AngleFields({ angles, onChange }: AngleFieldsProps) {
  const [fajr, setFajr] = useState(String(angles.fajr));
  const [isha, setIsha] = useState(() => String(Object.values(angles.isha)[0]));
  const [maghrib, setMaghrib] = useState(String(angles.maghrib ?? ""));
  const ishaKind = "angle" in angles.isha ? "angle" : "minutes";
  const onAnglesChange = (input: unknown) => {
    const parsed = CustomAngles.safeParse(input);
    if (parsed.success) onChange(parsed.data);
  };
  const isFajrInvalid = !CustomAngles.shape.fajr.safeParse(parseDegrees(fajr, 90)).success;
  const parseMaghrib = (text: string) => (text.trim() ? parseDegrees(text, 90) : undefined);
  const isMaghribInvalid = !CustomAngles.shape.maghrib.safeParse(parseMaghrib(maghrib)).success;
  const isIshaInvalid = !CustomAngles.shape.isha.safeParse({ [ishaKind]: parseDegrees(isha, 360) }).success;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t("prayer.fajrAngle")}
        error={isFajrInvalid ? t("prayer.wrongAngle") : undefined}
        inputMode="decimal"
        dir="ltr"
        value={fajr}
        onChange={({ target }) => {
          setFajr(target.value);
          onAnglesChange({ ...angles, fajr: parseDegrees(target.value, 90) });
        }}
      />
      <Select
        label={t("prayer.ishaBy")}
        options={ishaKinds.map((value) => ({ value, label: t(`prayer.ishaBy_${value}`) }))}
        value={ishaKind}
        onChange={(selected) => {
          setIsha(String(Object.values(initialValues[selected])[0]));
          onAnglesChange({ ...angles, isha: initialValues[selected] });
        }}
      />
      <TextField
        label={t(ishaKind === "angle" ? "prayer.ishaAngle" : "prayer.ishaAfter")}
        error={isIshaInvalid ? t(ishaKind === "angle" ? "prayer.wrongAngle" : "prayer.wrongIsha") : undefined}
        inputMode="decimal"
        dir="ltr"
        value={isha}
        onChange={({ target }) => {
          setIsha(target.value);
          onAnglesChange({ ...angles, isha: { [ishaKind]: parseDegrees(target.value, 360) } });
        }}
      />
      <TextField
        label={t("prayer.maghribAngle")}
        hint={t("prayer.maghribAngleHint")}
        error={isMaghribInvalid ? t("prayer.wrongMaghribAngle") : undefined}
        inputMode="decimal"
        dir="ltr"
        value={maghrib}
        onChange={({ target }) => {
          setMaghrib(target.value);
          onAnglesChange({ ...angles, maghrib: parseMaghrib(target.value) });
        }}
      />
    </div>
  );
}
