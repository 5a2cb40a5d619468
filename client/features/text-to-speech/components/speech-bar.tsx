import { Gauge, Pause, Play, SkipBack, SkipForward, SlidersHorizontal, X } from "lucide-react";
import { formatRate, SleepChip, SleepContext } from "#client/features/player/index.ts";
import type { OpenSpeech } from "#client/features/text-to-speech/session/speech-session.ts";
import { isInProgress } from "#client/features/text-to-speech/speech-state.ts";
import { useWakeLock } from "#client/lib/hooks/use-wake-lock.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { getAnnouncement, getSpeechMessage } from "./speech-texts.ts";
import { useBarHeight } from "./use-bar-height.ts";
import { useRestoreFocus } from "./use-restore-focus.ts";

export const barClassName =
  "fixed inset-x-0 px-safe bottom-[var(--player-height,0px)] z-30 border-line border-t bg-surface text-ink pb-[max(0px,env(safe-area-inset-bottom)-var(--player-height,0px))]";

interface SpeechBarProps {
  readonly open: OpenSpeech;
  readonly rate: number;
  readonly onSettings: () => void;
  readonly onClose: () => void;
}

export function SpeechBar({ open, rate, onSettings, onClose }: SpeechBarProps) {
  const { engine, toggle } = open;
  const state = useStore(engine);
  const bar = useBarHeight<HTMLElement>();
  useRestoreFocus(bar);
  const isOn = isInProgress(state);
  useWakeLock(isOn);
  const message = getSpeechMessage(state);
  return (
    <section ref={bar} aria-label={t("textToSpeech.region")} className={barClassName}>
      <p role="status" className="sr-only">
        {message ?? getAnnouncement(state)}
      </p>
      <div className="mx-auto flex max-w-4xl flex-wrap items-center gap-x-1 px-1 py-1.5 sm:flex-nowrap sm:px-3">
        <p
          dir="auto"
          aria-hidden={message !== null}
          className={`w-full px-3 pb-1 text-center text-small sm:w-auto sm:flex-1 sm:pb-0 sm:text-start ${message === null ? "truncate text-muted" : "sm:line-clamp-2"}`}
        >
          {message ?? state.voice?.name ?? t("textToSpeech.region")}
        </p>
        <div className="flex flex-1 items-center justify-start gap-1 sm:justify-center">
          <IconButton
            icon={<SkipBack aria-hidden />}
            label={t("readAlong.command.previousSentence")}
            aria-keyshortcuts=","
            onClick={() => engine.step(-1)}
          />
          <button
            type="button"
            aria-label={t(
              isOn
                ? "textToSpeech.pause"
                : state.status === "waiting-for-play"
                  ? "textToSpeech.resume"
                  : "textToSpeech.play",
            )}
            aria-keyshortcuts="K"
            aria-busy={state.status === "loading" || undefined}
            onClick={toggle}
            className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-on-primary transition-colors hover:bg-primary/90 aria-busy:motion-safe:animate-pulse [&_svg]:size-5.5"
          >
            {isOn ? <Pause aria-hidden fill="currentColor" /> : <Play aria-hidden fill="currentColor" />}
          </button>
          <IconButton
            icon={<SkipForward aria-hidden />}
            label={t("readAlong.command.nextSentence")}
            aria-keyshortcuts="."
            onClick={() => engine.step(1)}
          />
        </div>
        <div className="flex flex-1 items-center justify-end">
          <SleepContext value={open.sleep}>
            <SleepChip />
          </SleepContext>
          <button
            type="button"
            aria-label={t("textToSpeech.rateNow", { rate: formatRate(rate) })}
            onClick={onSettings}
            className="flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 text-small tabular-nums hover:bg-primary/10"
          >
            <Gauge aria-hidden className="size-5 shrink-0" />
            {t("textToSpeech.times", { rate: formatRate(rate) })}
          </button>
          <IconButton
            icon={<SlidersHorizontal aria-hidden />}
            label={t("textToSpeech.settings")}
            onClick={onSettings}
          />
          <IconButton
            icon={<X aria-hidden />}
            label={t("textToSpeech.close")}
            aria-keyshortcuts="R"
            onClick={onClose}
          />
        </div>
      </div>
    </section>
  );
}
