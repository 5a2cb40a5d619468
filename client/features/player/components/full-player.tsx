import { clsx } from "clsx";
import { CarFront, ListMusic, ListOrdered, Moon, Scissors, SlidersHorizontal } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { CastToggle } from "#client/features/player/casting/cast-toggle.tsx";
import { formatClockTime, formatRate } from "#client/features/player/format-time.ts";
import { playerAttribute } from "#client/features/player/keyboard-shortcuts.ts";
import { PipToggle } from "#client/features/player/picture-in-picture/pip-toggle.tsx";
import { SettingsPanel } from "#client/features/player/settings/settings-panel.tsx";
import { SpeedPanel } from "#client/features/player/settings/speed-panel.tsx";
import { VolumeControl } from "#client/features/player/settings/volume-control.tsx";
import { useSleepLabel } from "#client/features/player/sleep-timer/sleep-button.tsx";
import { SleepPanel } from "#client/features/player/sleep-timer/sleep-panel.tsx";
import { TogetherPanel, TogetherToggle } from "#client/features/player/together/together-toggle.tsx";
import { usePlayerState, useSleep } from "#client/features/player/use-player.ts";
import { useUser } from "#client/lib/api/session.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { canKeepBooks } from "#client/lib/offline/kept-shares.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Sheet } from "#client/ui/overlays/sheet.tsx";
import { BookmarkHere } from "./bookmark-here.tsx";
import { CarMode } from "./car-mode.tsx";
import { ChapterList } from "./chapter-list.tsx";
import { DiscussHere } from "./discuss-here.tsx";
import { labelledButton } from "./labelled-button.ts";
import { Notices } from "./notices.tsx";
import { NowPlaying } from "./now-playing.tsx";
import { PositionHistory } from "./position-history.tsx";
import { ReadFromHere } from "./read-from-here.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { Transport } from "./transport.tsx";

interface FullPlayerProps {
  readonly isOpen: boolean;
  /** On desktop, panels open beside the cover, the chapters at first. */
  readonly isWide: boolean;
  readonly onClose: () => void;
}

type Panel = "speed" | "chapters" | "queue" | "marks" | "sleep" | "settings" | "together";

const AudioMarksPanel = lazyComponent(async () => {
  const [module] = await Promise.all([
    import("#client/features/player/clip/audio-marks-panel.tsx"),
    loadMessages("marks", "richText", "form"),
  ]);
  return module.AudioMarksPanel;
});
const QueuePanel = lazyComponent(
  async () => (await import("#client/features/player/queue/queue-panel.tsx")).QueuePanel,
);

const KeepLabelledButton = lazyOverlay(async () => {
  const [module] = await Promise.all([import("#client/features/offline/index.ts"), loadMessages("offline")]);
  return module.KeepLabelledButton;
});

/** The player in the whole window. On phones the cover shrinks so that an open panel is in view. */
export function FullPlayer({ isOpen, isWide, onClose }: FullPlayerProps) {
  const track = usePlayerState((state) => state.track);
  const [panel, setPanel] = useState<Panel | null>(isWide ? "chapters" : null);
  const [isCarMode, setCarMode] = useState(false);
  if (!track) return null;
  const toggle = (next: Panel) => setPanel(panel === next ? null : next);
  const isSmall = panel !== null && !isWide;
  if (isCarMode) {
    return (
      <Sheet title={t("player.carMode")} side="full" isOpen={isOpen} onClose={() => setCarMode(false)}>
        <div {...{ [playerAttribute]: "" }} className="flex flex-1 flex-col px-5 pb-6">
          <CarMode />
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet title={t("player.region")} side="full" isOpen={isOpen} onClose={onClose}>
      <div
        {...{ [playerAttribute]: "" }}
        className="mx-auto flex w-full max-w-md flex-1 flex-col gap-4 px-5 pb-6 lg:grid lg:max-w-5xl lg:grid-cols-2 lg:items-center lg:gap-16"
      >
        <div className={clsx("flex flex-col gap-4", !panel && "my-auto")}>
          <Cover
            book={{ ...track, id: track.bookId }}
            sizes="(min-width: 1024px) 320px, 256px"
            className={clsx(
              "mx-auto shadow-float",
              isSmall ? "w-[min(4.5rem,12dvh)]" : "w-[min(20rem,27dvh)]",
            )}
          />
          <NowPlaying isCentered />
          <SeekBar />
          <Transport isLarge />
          <Notices />
          <PanelToggles open={panel} onToggle={toggle} onNavigate={onClose} />
          <div className="flex items-center justify-between">
            <VolumeControl />
            <PipToggle />
            <CastToggle />
            <TogetherToggle isOpen={panel === "together"} onToggle={() => toggle("together")} />
            {!isWide && (
              <IconButton
                label={t("player.carMode")}
                icon={<CarFront aria-hidden />}
                onClick={() => setCarMode(true)}
              />
            )}
          </div>
        </div>
        {panel && (
          <div className="min-h-48 flex-1 basis-0 overflow-y-auto overscroll-contain lg:max-h-[70dvh]">
            <OpenPanel panel={panel} onNavigate={onClose} />
          </div>
        )}
      </div>
    </Sheet>
  );
}

interface PanelTogglesProps {
  readonly open: Panel | null;
  readonly onToggle: (panel: Panel) => void;
  readonly onNavigate: () => void;
}

function PanelToggles({ open, onToggle, onNavigate }: PanelTogglesProps) {
  const rate = usePlayerState((state) => state.rate);
  const sleepLabel = useSleepLabel();
  const { plan, remaining } = useSleep();
  const user = useUser();
  const toggle = (panel: Panel) => ({ isOpen: open === panel, onToggle: () => onToggle(panel) });
  return (
    <div className="grid grid-cols-5 items-stretch">
      <PanelToggle label={t("player.speedNow", { rate: formatRate(rate) })} {...toggle("speed")}>
        <span aria-hidden className="font-medium text-body">
          {formatRate(rate)}×
        </span>
        <span>{t("player.speed")}</span>
      </PanelToggle>
      <PanelToggle label={t("player.chapters")} {...toggle("chapters")}>
        <ListMusic aria-hidden />
        {t("player.chapters")}
      </PanelToggle>
      <PanelToggle label={t("queue.title")} {...toggle("queue")}>
        <ListOrdered aria-hidden />
        {t("queue.shortTitle")}
      </PanelToggle>
      <PanelToggle label={sleepLabel} {...toggle("sleep")}>
        <Moon aria-hidden />
        {plan ? formatClockTime(remaining) : t("player.shortSleep")}
      </PanelToggle>
      <PanelToggle label={t("player.settings")} {...toggle("settings")}>
        <SlidersHorizontal aria-hidden />
        {t("player.shortSettings")}
      </PanelToggle>
      <ReadFromHere isLabelled onNavigate={onNavigate} />
      <BookmarkHere isLabelled />
      {user && (
        <PanelToggle label={t("queue.marks")} {...toggle("marks")}>
          <Scissors aria-hidden />
          {t("queue.shortMarks")}
        </PanelToggle>
      )}
      <DiscussHere isLabelled onNavigate={onNavigate} />
      <KeepHere onNavigate={onNavigate} />
    </div>
  );
}

/** For readers who may hear all of the book. */
function KeepHere({ onNavigate }: { readonly onNavigate: () => void }) {
  const playlist = usePlayerState((state) => state.playlist);
  const isReader = useUser() !== null;
  if (!isReader || playlist?.portion !== "whole" || !canKeepBooks()) return null;
  return (
    <Suspense>
      <KeepLabelledButton
        book={{ id: playlist.bookId, title: playlist.title }}
        className={labelledButton}
        onNavigate={onNavigate}
      />
    </Suspense>
  );
}

function OpenPanel({ panel, onNavigate }: { readonly panel: Panel; readonly onNavigate: () => void }) {
  if (panel === "speed") return <SpeedPanel />;
  if (panel === "sleep") return <SleepPanel onNavigate={onNavigate} />;
  if (panel === "settings") return <SettingsPanel />;
  if (panel === "together") return <TogetherPanel onNavigate={onNavigate} />;
  if (panel === "queue" || panel === "marks")
    return <Suspense>{panel === "queue" ? <QueuePanel /> : <AudioMarksPanel />}</Suspense>;
  return (
    <div className="flex flex-col gap-2">
      <ChapterList />
      <PositionHistory />
    </div>
  );
}

interface PanelToggleProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

function PanelToggle({ label, isOpen, onToggle, children }: PanelToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      onClick={onToggle}
      className={labelledButton}
    >
      {children}
    </button>
  );
}
