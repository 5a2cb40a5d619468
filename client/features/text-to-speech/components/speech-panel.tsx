import { clsx } from "clsx";
import { formatRate, SleepContext, SleepPanel } from "#client/features/player/index.ts";
import { Panel, RadioGroup } from "#client/features/reader/index.ts";
import type { OpenSpeech } from "#client/features/text-to-speech/session/speech-session.ts";
import type { SpeechControl } from "#client/features/text-to-speech/use-speech-settings.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Slider } from "#client/ui/forms/slider.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { VoiceList } from "./voice-list.tsx";

const rates = { min: 0.5, max: 3, step: 0.05 } as const;
const presets = [0.75, 1, 1.25, 1.5, 2, 3] as const;
/** Seconds between sentences; `stop` waits for the reader after each. */
const gaps = ["0", "1", "2", "5", "stop"] as const;
const atVerses = ["pause", "stop"] as const;

interface SpeechPanelProps {
  readonly open: OpenSpeech;
  readonly control: SpeechControl;
  readonly language: string;
  readonly onClose: () => void;
}

export function SpeechPanel({ open, control, language, onClose }: SpeechPanelProps) {
  const { settings, change } = control;
  const gap = settings.gap === null ? "stop" : (gaps.find((each) => Number(each) === settings.gap) ?? "0");
  return (
    <Panel title={t("textToSpeech.settings")} side="end" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only stops key events from bubbling. */}
      <div className="flex flex-col gap-6 p-5" onKeyDown={(event) => event.stopPropagation()}>
        <RateSlider rate={settings.rate} onChange={(rate) => change({ rate })} />
        <RadioGroup
          label={t("textToSpeech.gap")}
          value={gap}
          options={gaps}
          getLabel={(each) =>
            each === "stop"
              ? t("textToSpeech.gapStop")
              : each === "0"
                ? t("textToSpeech.gapNone")
                : t("textToSpeech.gapSeconds", { n: Number(each) })
          }
          onChange={(each) => change({ gap: each === "stop" ? null : Number(each) })}
        />
        <RadioGroup
          label={t("textToSpeech.atVerses")}
          value={settings.pausesAtVerses ? "stop" : "pause"}
          options={atVerses}
          getLabel={(each) => t(`textToSpeech.atVerses.${each}`)}
          onChange={(each) => change({ pausesAtVerses: each === "stop" })}
        />
        <p className="-mt-4 text-muted text-small">{t("textToSpeech.atVersesHint")}</p>
        <Switch
          label={t("textToSpeech.follow")}
          hint={t("textToSpeech.followHint")}
          checked={settings.follows}
          onChange={(follows) => change({ follows })}
        />
        <section aria-labelledby="speech-sleep" className="flex flex-col gap-2">
          <h3 id="speech-sleep" className="font-medium text-small">
            {t("player.sleep")}
          </h3>
          <SleepContext value={open.sleep}>
            <SleepPanel onNavigate={onClose} />
          </SleepContext>
        </section>
        <VoiceList open={open} control={control} language={language} />
      </div>
    </Panel>
  );
}

function RateSlider({
  rate,
  onChange,
}: {
  readonly rate: number;
  readonly onChange: (rate: number) => void;
}) {
  const choose = (selected: number) =>
    onChange(Math.min(rates.max, Math.max(rates.min, Math.round(selected * 20) / 20)));
  return (
    <section aria-labelledby="speech-rate" className="flex flex-col gap-2">
      <h3 id="speech-rate" className="flex justify-between font-medium text-small">
        <span>{t("textToSpeech.rate")}</span>
        <span className="tabular-nums">{t("textToSpeech.times", { rate: formatRate(rate) })}</span>
      </h3>
      <Slider
        label={t("textToSpeech.rate")}
        value={rate}
        min={rates.min}
        max={rates.max}
        step={rates.step}
        getText={(value) => t("textToSpeech.rateNow", { rate: formatRate(value) })}
        onMove={choose}
      />
      <div className="grid grid-cols-6 gap-1.5">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={rate === preset}
            aria-label={t("textToSpeech.rateNow", { rate: formatRate(preset) })}
            onClick={() => choose(preset)}
            className={clsx(
              "min-h-11 rounded-control border text-small tabular-nums",
              rate === preset
                ? "border-primary bg-primary text-on-primary"
                : "border-edge hover:border-primary",
            )}
          >
            {t("textToSpeech.times", { rate: formatRate(preset) })}
          </button>
        ))}
      </div>
    </section>
  );
}
