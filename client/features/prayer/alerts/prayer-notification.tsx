import { clsx } from "clsx";
import { BellRing, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useClock } from "#client/features/prayer/times/clock.ts";
import { formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import type { AlertPlayback } from "./alert-state.ts";
import { MuteMenu } from "./mute-menu.tsx";

interface NextPrayer {
  readonly name: string;
  readonly time: string;
  readonly at: Date;
}

export interface PrayerNotificationProps {
  readonly prayerName: string;
  readonly prayerTime: string;
  readonly nextPrayer: NextPrayer | null;
  readonly isOpen: boolean;
  readonly title: string;
  readonly playback: AlertPlayback;
  readonly isSubstitute: boolean;
  readonly canContinue: boolean;
  readonly zone: string;
  readonly isMuted: boolean;
  readonly snoozedUntil: string | null;
  readonly onStop: () => void;
  readonly onPlay: () => void;
  readonly onSnooze: () => void;
  readonly onContinue: () => void;
  readonly onMute: () => void;
  /** Opens the page with the prayer times. */
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

export function PrayerNotification(props: PrayerNotificationProps) {
  return props.isOpen ? <OpenNotification {...props} /> : null;
}

function OpenNotification(props: PrayerNotificationProps) {
  const { title, prayerName, prayerTime, playback, isSubstitute, onClose } = props;
  const id = useId();
  const card = useEscape(playback === "silent" ? onClose : props.onStop, onClose);
  return (
    <section
      ref={card}
      role="alertdialog"
      aria-modal={false}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="pointer-events-auto flex w-full max-w-sm animate-[rise_180ms_ease-out] flex-col gap-3 rounded-card border border-line bg-surface p-4 text-ink shadow-float"
    >
      <div className="flex items-start gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary/10 text-primary">
          <BellRing
            aria-hidden
            className={clsx("size-5.5", playback === "playing" && "motion-safe:animate-pulse")}
          />
          <span className="sr-only">{playback === "playing" && t("prayerAlert.playing")}</span>
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className="font-semibold font-title text-lead">
            {title}
          </h2>
          <p id={`${id}-text`} className="text-small">
            <span className="sr-only">{prayerName}: </span>
            <bdi>{prayerTime}</bdi>
          </p>
        </div>
        <IconButton
          label={t("common.close")}
          icon={<X aria-hidden />}
          className="-me-2 -mt-2"
          onClick={onClose}
        />
      </div>
      <NextPrayerLine nextPrayer={props.nextPrayer} />
      {playback === "blocked" && <p className="text-small">{t("prayerAlert.blocked")}</p>}
      {isSubstitute && (playback === "starting" || playback === "playing") && (
        <p className="text-muted text-small">{t("prayerAlert.fallbackChime")}</p>
      )}
      {props.snoozedUntil && (
        <p className="text-small">{t("prayerAlert.snoozedUntil", { time: props.snoozedUntil })}</p>
      )}
      {props.canContinue && playback === "silent" && (
        <p className="text-muted text-small">{t("prayerAlert.continueListeningHint")}</p>
      )}
      <AlertActions {...props} />
      <MuteMenu zone={props.zone} onMute={props.onMute} />
    </section>
  );
}

function NextPrayerLine({ nextPrayer }: Pick<PrayerNotificationProps, "nextPrayer">) {
  const now = useClock(60_000);
  if (!nextPrayer) return null;
  const seconds = (nextPrayer.at.getTime() - now.getTime()) / 1000;
  return (
    <p className="text-muted text-small">
      {t("prayerAlert.next", { prayer: nextPrayer.name, time: nextPrayer.time })}
      {seconds > 0 && <> ({t("prayerAlert.nextIn", { left: formatDuration(Math.max(60, seconds)) })})</>}
    </p>
  );
}

function AlertActions({
  playback,
  canContinue,
  snoozedUntil,
  isMuted,
  onStop,
  onPlay,
  onSnooze,
  onContinue,
  onOpen,
}: PrayerNotificationProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {(playback === "starting" || playback === "playing") && (
        <Button size="small" onClick={onStop}>
          {t("prayerAlert.stop")}
        </Button>
      )}
      {playback === "blocked" && (
        <Button size="small" onClick={onPlay}>
          {t("prayerAlert.play")}
        </Button>
      )}
      {canContinue && playback === "silent" && (
        <Button size="small" onClick={onContinue}>
          {t("prayerAlert.continueListening")}
        </Button>
      )}
      {!snoozedUntil && !isMuted && (
        <Button size="small" tone="secondary" onClick={onSnooze}>
          {t("prayerAlert.snooze")}
        </Button>
      )}
      {/* Not a link, because nothing may come before the skip link. */}
      <Button size="small" tone="quiet" onClick={onOpen}>
        {t("prayerAlert.open")}
      </Button>
    </div>
  );
}

const textInputSelector = "input, textarea, select, [contenteditable]";
const overlaySelector = "[role=dialog], [role=menu], [role=listbox]";

function useEscape(onEscape: () => void, onEscapeInside: () => void) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const isInside = card.current?.contains(target) ?? false;
      if (!isInside && (target.closest(textInputSelector) || document.querySelector(overlaySelector))) return;
      event.preventDefault();
      event.stopPropagation();
      if (isInside) onEscapeInside();
      else onEscape();
    };
    // Captures Escape before the readers, which use it too.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [onEscape, onEscapeInside]);
  return card;
}
