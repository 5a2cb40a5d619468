import { CustomAngles } from "#shared/prayer/settings.ts";
import { parseDegrees } from "#client/features/prayer/location/parse-coordinates.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ParsedField } from "#client/ui/forms/parsed-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";

interface AngleFieldsProps {
  readonly angles: CustomAngles;
  readonly onChange: (angles: CustomAngles) => void;
}

const ishaKinds = ["angle", "minutes"] as const;
const firstIsha = { angle: { angle: 17 }, minutes: { minutes: 90 } } as const;
const attributes = { inputMode: "decimal", dir: "ltr" } as const;

export function AngleFields({ angles, onChange }: AngleFieldsProps) {
  const ishaKind = "angle" in angles.isha ? "angle" : "minutes";
  const change = (changes: object) => CustomAngles.safeParse({ ...angles, ...changes }).data ?? null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ParsedField
        {...attributes}
        label={t("prayer.fajrAngle")}
        firstText={String(angles.fajr)}
        parse={(text) => change({ fajr: parseDegrees(text, 90) })}
        invalidText={t("prayer.wrongAngle")}
        onChange={onChange}
      />
      <Select
        label={t("prayer.ishaBy")}
        options={ishaKinds.map((value) => ({ value, label: t(`prayer.ishaBy_${value}`) }))}
        value={ishaKind}
        onChange={(kind) => onChange({ ...angles, isha: firstIsha[kind] })}
      />
      <ParsedField
        {...attributes}
        key={ishaKind}
        label={t(ishaKind === "angle" ? "prayer.ishaAngle" : "prayer.ishaAfter")}
        firstText={String(Object.values(angles.isha)[0])}
        parse={(text) => change({ isha: { [ishaKind]: parseDegrees(text, 360) } })}
        invalidText={t(ishaKind === "angle" ? "prayer.wrongAngle" : "prayer.wrongIsha")}
        onChange={onChange}
      />
      <ParsedField
        {...attributes}
        label={t("prayer.maghribAngle")}
        hint={t("prayer.maghribAngleHint")}
        firstText={String(angles.maghrib ?? "")}
        parse={(text) => change({ maghrib: text.trim() ? parseDegrees(text, 90) : undefined })}
        invalidText={t("prayer.wrongMaghribAngle")}
        onChange={onChange}
      />
    </div>
  );
}
