import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { notifiedPrayers, PrayerReminder } from "#shared/prayer/alert-settings.ts";
import { getPrayerProfile, updateAlertSettings } from "#client/features/prayer/settings/profile-store.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { controlClassName } from "#client/ui/forms/field.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { getPrayerName } from "./prayer-alert-texts.ts";

const maxReminders = 60;
const maxMinutes = 180;
const reminderTimes = [
  "fajr",
  "sunrise",
  "dhuhr",
  "friday",
  "asr",
  "maghrib",
  "isha",
] as const satisfies readonly ((typeof notifiedPrayers)[number] | "sunrise")[];

export function ReminderSettings({ reminders }: { readonly reminders: readonly PrayerReminder[] }) {
  const isFull = reminders.length >= maxReminders;
  return (
    <Card className="flex flex-col gap-3">
      <h3 className="font-semibold">{t("prayerAlertSettings.reminders")}</h3>
      {reminders.some(({ prayer }) => prayer === "dhuhr") && (
        <p className="text-muted text-small">{t("prayerAlertSettings.fridayReminders")}</p>
      )}
      {reminders.length === 0 && (
        <p className="text-muted text-small">{t("prayerAlertSettings.noReminders")}</p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {reminders.map((reminder) => (
          <ReminderRow key={reminder.id} reminder={reminder} />
        ))}
      </ul>
      <div>
        <Button tone="secondary" disabled={isFull} onClick={addReminder}>
          {t("prayerAlertSettings.add")}
        </Button>
        {isFull && (
          <p className="mt-2 text-muted text-small">
            {t("prayerAlertSettings.maxReminders", { n: maxReminders })}
          </p>
        )}
      </div>
    </Card>
  );
}

function ReminderRow({ reminder }: { readonly reminder: PrayerReminder }) {
  const { prayer, minutes, sound } = reminder;
  const change = (changes: Partial<PrayerReminder>) =>
    setReminders((all) => all.map((each) => (each.id === reminder.id ? { ...each, ...changes } : each)));
  const direction = minutes < 0 ? "before" : "after";
  const values = { n: Math.abs(minutes), prayer: getPrayerName(prayer) };
  return (
    <li className="grid grid-cols-2 items-start gap-2 py-3 sm:grid-cols-[5rem_1fr_1.4fr_1fr_auto]">
      <MinutesInput
        key={minutes}
        minutes={Math.abs(minutes)}
        onChange={(amount) => change({ minutes: direction === "before" ? -amount : amount })}
      />
      <Select
        label={t("prayerAlertSettings.side")}
        isLabelHidden
        options={[
          { value: "before", label: t("prayerAlertSettings.before") },
          { value: "after", label: t("prayerAlertSettings.after") },
        ]}
        value={direction}
        onChange={(selected) =>
          change({ minutes: selected === "before" ? -Math.abs(minutes) : Math.abs(minutes) })
        }
      />
      <div className="col-span-2 sm:col-span-1">
        <Select
          label={t("prayerAlertSettings.reminderPrayer")}
          isLabelHidden
          options={reminderTimes.map((each) => ({ value: each, label: getPrayerName(each) }))}
          value={prayer}
          onChange={(selected) => change({ prayer: selected })}
        />
      </div>
      <div className="col-span-2 flex gap-2 sm:contents">
        <div className="flex-1">
          <Select
            label={t("prayerAlertSettings.reminderSound")}
            isLabelHidden
            options={[
              { value: "chime", label: t("prayerAlertSettings.chime") },
              { value: "silent", label: t("prayerAlertSettings.reminderSilent") },
            ]}
            value={sound}
            onChange={(selected) => change({ sound: selected })}
          />
        </div>
        <IconButton
          label={t(
            direction === "before" ? "prayerAlertSettings.removeBefore" : "prayerAlertSettings.removeAfter",
            values,
          )}
          icon={<Trash2 aria-hidden />}
          onClick={() => removeReminder(reminder)}
        />
      </div>
    </li>
  );
}

/** A number input that commits valid values only. */
function MinutesInput({
  minutes,
  onChange,
}: {
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}) {
  const [text, setText] = useState(String(minutes));
  const value = Number(text);
  const isValid = Number.isInteger(value) && value >= 1 && value <= maxMinutes;
  const save = () => isValid && value !== minutes && onChange(value);
  return (
    <div>
      <input
        aria-label={t("prayerAlertSettings.minutes")}
        aria-invalid={!isValid || undefined}
        type="number"
        inputMode="numeric"
        min={1}
        max={maxMinutes}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === "Enter" && save()}
        className={controlClassName}
      />
      {!isValid && (
        <p role="alert" className="mt-1 text-destructive text-small">
          {t("prayerAlertSettings.wrongMinutes")}
        </p>
      )}
    </div>
  );
}

function setReminders(change: (all: readonly PrayerReminder[]) => readonly PrayerReminder[]): void {
  updateAlertSettings({ reminders: [...change(getPrayerProfile().alerts.reminders)] });
}

function addReminder(): void {
  setReminders((all) => [...all, { id: createId(), prayer: "fajr", minutes: -10, sound: "chime" }]);
}

function removeReminder(reminder: PrayerReminder): void {
  const previous = getPrayerProfile().alerts.reminders;
  setReminders((all) => all.filter(({ id }) => id !== reminder.id));
  toast({
    title: t("prayerAlertSettings.removed"),
    action: { label: t("prayerAlertSettings.undo"), onSelect: () => setReminders(() => previous) },
  });
}
