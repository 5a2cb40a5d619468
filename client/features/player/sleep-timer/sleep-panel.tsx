import { type FormEvent, useState } from "react";
import { getChapterLabel, getChapterTitle } from "#client/features/player/engine/track.ts";
import { formatClockTime } from "#client/features/player/format-time.ts";
import { usePlayerState, useSleep, useSleepTimer } from "#client/features/player/use-player.ts";
import { getNextPrayer, hasPrayerLocation } from "#client/features/prayer/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { SleepSettings } from "./sleep-settings.tsx";
import type { SleepPlan } from "./sleep-timer.ts";

const durations = [5, 10, 15, 30, 45, 60] as const;
const maxMinutes = 600;
const beforePrayerMs = 10 * 60_000;

interface SleepPanelProps {
  readonly onNavigate?: () => void;
}

export function SleepPanel({ onNavigate }: SleepPanelProps) {
  const sleep = useSleepTimer();
  const { plan, remaining } = useSleep();
  return (
    <div className="flex flex-col gap-3">
      {plan && (
        <div className="flex flex-wrap items-center gap-2">
          <p
            role="timer"
            className="w-full font-semibold text-h3 tabular-nums"
            aria-label={t("player.sleepLeft", { left: formatClockTime(remaining) })}
          >
            {formatClockTime(remaining)}
          </p>
          <ExtendButton />
          <Button size="small" tone="quiet" onClick={sleep.turnOff}>
            {t("player.sleepOff")}
          </Button>
        </div>
      )}
      <DurationButtons plan={plan} />
      <PrayerTimeOptions plan={plan} />
      <CustomDuration />
      {sleep.hasChapters && <SleepSettings />}
      <p className="text-muted text-small">
        {t(sleep.hasChapters ? "player.sleepHint" : "player.sleepCounts")}
      </p>
      {!hasPrayerLocation() && (
        <p className="text-small">
          <TextLink to="/prayer-times" onClick={onNavigate}>
            {t("player.sleepNoLocation")}
          </TextLink>
        </p>
      )}
    </div>
  );
}

export function ExtendButton() {
  const sleep = useSleepTimer();
  const { plan } = useSleep();
  if (!plan || !sleep.canExtend()) return null;
  return (
    <Button size="small" tone="secondary" onClick={sleep.extend}>
      {t(plan.kind === "chapter" ? "player.sleepChapterMore" : "player.sleepMore")}
    </Button>
  );
}

function DurationButtons({ plan }: { readonly plan: SleepPlan | null }) {
  const sleep = useSleepTimer();
  return (
    <div className="grid grid-cols-3 gap-2">
      {durations.map((minutes) => (
        <Button
          key={minutes}
          size="small"
          tone={plan?.kind === "minutes" && plan.minutes === minutes ? "primary" : "secondary"}
          aria-pressed={plan?.kind === "minutes" && plan.minutes === minutes}
          aria-label={t("player.minutes", { n: minutes })}
          onClick={() => sleep.start({ kind: "minutes", minutes })}
        >
          {t("player.sleepLength", { n: minutes })}
        </Button>
      ))}
    </div>
  );
}

function CustomDuration() {
  const sleep = useSleepTimer();
  const [isValid, setValid] = useState(false);
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const minutes = Number(new FormData(event.currentTarget).get("minutes"));
    if (isValid) sleep.start({ kind: "minutes", minutes });
  };
  return (
    <form
      noValidate
      onSubmit={start}
      onInput={({ currentTarget }) => setValid(currentTarget.checkValidity())}
      className="flex items-end gap-2"
    >
      <div className="grow">
        <TextField
          label={t("player.sleepCustom")}
          name="minutes"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={maxMinutes}
        />
      </div>
      <Button type="submit" tone="secondary" disabled={!isValid}>
        {t("player.sleepStart")}
      </Button>
    </form>
  );
}

function PrayerTimeOptions({ plan }: { readonly plan: SleepPlan | null }) {
  const sleep = useSleepTimer();
  const prayer = getNextPrayer();
  const pauseAt = prayer && new Date(prayer.at.getTime() - beforePrayerMs);
  const getOptionProps = (until: Date) => ({
    isSelected: plan?.kind === "time" && plan.at.getTime() === until.getTime(),
    onChoose: () => sleep.start({ kind: "time", at: until }),
  });
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {sleep.hasChapters && (
        <>
          <SleepOption
            isSelected={plan?.kind === "chapter"}
            onChoose={() => sleep.start({ kind: "chapter" })}
          >
            {t("player.sleepChapter")}
          </SleepOption>
          <ChapterSelect plan={plan} />
        </>
      )}
      {prayer && (
        <SleepOption {...getOptionProps(prayer.at)}>
          {t("player.sleepPrayer", { prayer: prayer.name, time: prayer.formatTime(prayer.at) })}
        </SleepOption>
      )}
      {prayer && pauseAt && pauseAt.getTime() > Date.now() && (
        <SleepOption {...getOptionProps(pauseAt)}>
          {t("player.sleepBeforePrayer", { prayer: prayer.name, time: prayer.formatTime(pauseAt) })}
        </SleepOption>
      )}
    </div>
  );
}

const maxChaptersAhead = 30;

/** The end of a later chapter. */
function ChapterSelect({ plan }: { readonly plan: SleepPlan | null }) {
  const sleep = useSleepTimer();
  const playlist = usePlayerState((state) => state.playlist);
  const current = usePlayerState((state) => state.chapterIndex);
  const later = playlist?.chapters.slice(current + 1, current + 1 + maxChaptersAhead) ?? [];
  if (later.length === 0) return null;
  return (
    <Select
      label={t("player.sleepAfter")}
      options={[
        { value: "", label: t("player.sleepAfterNone") },
        ...later.map((chapter, n) => ({
          value: String(current + 1 + n),
          label: t("player.sleepAfterChapter", {
            n: n + 2,
            title: getChapterTitle(chapter) ?? getChapterLabel(chapter),
          }),
        })),
      ]}
      value={plan?.kind === "chapter" && sleep.chapterIndex > current ? String(sleep.chapterIndex) : ""}
      onChange={(selected) =>
        selected === "" ? sleep.turnOff() : sleep.start({ kind: "chapter", index: Number(selected) })
      }
    />
  );
}

interface SleepOptionProps {
  readonly isSelected: boolean;
  readonly onChoose: () => void;
  readonly children: string;
}

function SleepOption({ isSelected, onChoose, children }: SleepOptionProps) {
  return (
    <Button
      size="small"
      tone={isSelected ? "primary" : "secondary"}
      aria-pressed={isSelected}
      onClick={onChoose}
    >
      {children}
    </Button>
  );
}
