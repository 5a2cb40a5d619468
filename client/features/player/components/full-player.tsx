import { Gauge, ListMusic, Settings2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { rateText } from "#client/features/player/format-time.ts";
import { playerMark } from "#client/features/player/keyboard-shortcuts.ts";
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
  readonly onClose: () => void;
}

export function FullPlayer({ isOpen, onClose }: FullPlayerProps) {
  const track = usePlayerState((state) => state.track);
  if (!track) return null;
  return (
    <Sheet title={t("player.region")} side="bottom" isOpen={isOpen} onClose={onClose}>
      <div {...{ [playerMark]: "" }} className="mx-auto flex w-full max-w-md flex-col gap-4 px-5 pb-6">
        <Cover
          book={{ ...track, id: track.bookId }}
          sizes="160px"
          className="mx-auto w-[min(10rem,28dvh)] shadow-float"
        />
        <NowPlaying isCentered />
        <SeekBar />
        <Transport isLarge />
        <Notices />
        <Panels onLeave={onClose} />
      </div>
    </Sheet>
  );
}

type Panel = "speed" | "chapters" | "sleep" | "settings";

function Panels({ onLeave }: { readonly onLeave: () => void }) {
  const { rate } = usePlayerSettings();
  const [open, setOpen] = useState<Panel | null>(null);
  const sleepLabel = useSleepLabel();
  const toggle = (panel: Panel) => setOpen(open === panel ? null : panel);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-1">
        <PanelToggle
          label={t("player.speedNow", { rate: rateText(rate) })}
          isOpen={open === "speed"}
          onToggle={() => toggle("speed")}
        >
          <Gauge aria-hidden />
          <span className="text-small tabular-nums">{rateText(rate)}×</span>
        </PanelToggle>
        <PanelToggle
          label={t("player.chapters")}
          isOpen={open === "chapters"}
          onToggle={() => toggle("chapters")}
        >
          <ListMusic aria-hidden />
        </PanelToggle>
        <PanelToggle label={sleepLabel} isOpen={open === "sleep"} onToggle={() => toggle("sleep")}>
          <SleepTimerLabel />
        </PanelToggle>
        <PanelToggle
          label={t("player.settings")}
          isOpen={open === "settings"}
          onToggle={() => toggle("settings")}
        >
          <Settings2 aria-hidden />
        </PanelToggle>
        <ReadFromHere onLeave={onLeave} />
        <DiscussHere onLeave={onLeave} />
        <VolumeControl />
      </div>
      {open === "speed" && <SpeedPanel />}
      {open === "chapters" && (
        <div className="flex flex-col gap-2">
          <ChapterList />
          <PositionHistory />
        </div>
      )}
      {open === "sleep" && <SleepPanel onLeave={onLeave} />}
      {open === "settings" && <SettingsPanel />}
    </>
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
