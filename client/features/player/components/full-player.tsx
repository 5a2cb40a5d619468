import { clsx } from "clsx";
import { Gauge, ListMusic, Settings2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatRate } from "#client/features/player/format-time.ts";
import { playerAttribute } from "#client/features/player/keyboard-shortcuts.ts";
import { SettingsPanel } from "#client/features/player/settings/settings-panel.tsx";
import { SpeedPanel } from "#client/features/player/settings/speed-panel.tsx";
import { VolumeControl } from "#client/features/player/settings/volume-control.tsx";
import { SleepTimerLabel, useSleepLabel } from "#client/features/player/sleep-timer/sleep-button.tsx";
import { SleepPanel } from "#client/features/player/sleep-timer/sleep-panel.tsx";
import { usePlayerSettings, usePlayerState } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { Sheet } from "#client/ui/overlays/sheet.tsx";
import { ChapterList } from "./chapter-list.tsx";
import { DiscussHere } from "./discuss-here.tsx";
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

type Panel = "speed" | "chapters" | "sleep" | "settings";

/** The player in the whole window. On phones the cover shrinks so that an open panel is in view. */
export function FullPlayer({ isOpen, isWide, onClose }: FullPlayerProps) {
  const track = usePlayerState((state) => state.track);
  const [panel, setPanel] = useState<Panel | null>(isWide ? "chapters" : null);
  if (!track) return null;
  const isSmall = panel !== null && !isWide;
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
              isSmall ? "w-[min(4.5rem,12dvh)]" : "w-[min(20rem,34dvh)]",
            )}
          />
          <NowPlaying isCentered />
          <SeekBar />
          <Transport isLarge />
          <Notices />
          <PanelToggles
            open={panel}
            onToggle={(next) => setPanel(panel === next ? null : next)}
            onNavigate={onClose}
          />
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
  const { rate } = usePlayerSettings();
  const sleepLabel = useSleepLabel();
  const toggle = (panel: Panel) => ({ isOpen: open === panel, onToggle: () => onToggle(panel) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-1">
      <PanelToggle label={t("player.speedNow", { rate: formatRate(rate) })} {...toggle("speed")}>
        <Gauge aria-hidden />
        <span className="text-small tabular-nums">{formatRate(rate)}×</span>
      </PanelToggle>
      <PanelToggle label={t("player.chapters")} {...toggle("chapters")}>
        <ListMusic aria-hidden />
      </PanelToggle>
      <PanelToggle label={sleepLabel} {...toggle("sleep")}>
        <SleepTimerLabel />
      </PanelToggle>
      <PanelToggle label={t("player.settings")} {...toggle("settings")}>
        <Settings2 aria-hidden />
      </PanelToggle>
      <ReadFromHere onNavigate={onNavigate} />
      <DiscussHere onNavigate={onNavigate} />
      <VolumeControl />
    </div>
  );
}

function OpenPanel({ panel, onNavigate }: { readonly panel: Panel; readonly onNavigate: () => void }) {
  if (panel === "speed") return <SpeedPanel />;
  if (panel === "sleep") return <SleepPanel onNavigate={onNavigate} />;
  if (panel === "settings") return <SettingsPanel />;
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
      className="flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1 rounded-control px-2 hover:bg-primary/10 aria-expanded:bg-primary/10 aria-expanded:text-primary [&_svg]:size-5.5"
    >
      {children}
    </button>
  );
}
