import { Gauge, ListMusic, Maximize2, SlidersHorizontal, X } from "lucide-react";
import { Popover } from "radix-ui";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { formatRate } from "#client/features/player/format-time.ts";
import { playerAttribute } from "#client/features/player/keyboard-shortcuts.ts";
import { SettingsPanel } from "#client/features/player/settings/settings-panel.tsx";
import { SpeedPanel } from "#client/features/player/settings/speed-panel.tsx";
import { VolumeControl } from "#client/features/player/settings/volume-control.tsx";
import { SleepTimerLabel, useSleepLabel } from "#client/features/player/sleep-timer/sleep-button.tsx";
import { SleepPanel } from "#client/features/player/sleep-timer/sleep-panel.tsx";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { BookmarkHere } from "./bookmark-here.tsx";
import { ChapterList } from "./chapter-list.tsx";
import { DiscussHere } from "./discuss-here.tsx";
import { NowPlaying } from "./now-playing.tsx";
import { PositionHistory } from "./position-history.tsx";
import { ReadFromHere } from "./read-from-here.tsx";
import { SeekBar } from "./seek-bar.tsx";
import { Transport } from "./transport.tsx";

export function DesktopPlayer({ onOpen }: { readonly onOpen: () => void }) {
  const track = usePlayerState((state) => state.track);
  if (!track) return null;
  return (
    <div className="mx-auto grid max-w-[100rem] grid-cols-[minmax(0,1fr)_minmax(20rem,1.6fr)_auto] items-center gap-6 px-4 py-2">
      <Link to={`/book/${track.bookId}`} className="flex min-w-0 items-center gap-3 text-ink no-underline">
        <Cover book={{ ...track, id: track.bookId }} sizes="40px" className="w-10 shrink-0" />
        <NowPlaying />
      </Link>
      <div className="flex flex-col items-center">
        <Transport />
        <SeekBar />
      </div>
      <Extras onOpen={onOpen} />
    </div>
  );
}

function Extras({ onOpen }: { readonly onOpen: () => void }) {
  const { engine } = usePlayer();
  const rate = usePlayerState((state) => state.rate);
  const sleepLabel = useSleepLabel();
  return (
    <div className="flex items-center justify-end">
      <ReadFromHere />
      <BookmarkHere />
      <DiscussHere />
      <PanelButton
        label={t("player.speed")}
        trigger={
          <button
            type="button"
            aria-label={t("player.speedNow", { rate: formatRate(rate) })}
            className="flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 text-small tabular-nums hover:bg-primary/10"
          >
            <Gauge aria-hidden className="size-5 shrink-0" />
            {formatRate(rate)}×
          </button>
        }
      >
        <SpeedPanel />
      </PanelButton>
      <PanelButton
        label={t("player.chapters")}
        trigger={<IconButton label={t("player.chapters")} icon={<ListMusic aria-hidden />} />}
      >
        <ChapterList />
        <PositionHistory />
      </PanelButton>
      <PanelButton
        label={t("player.sleep")}
        trigger={
          <button
            type="button"
            aria-label={sleepLabel}
            className="flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 hover:bg-primary/10"
          >
            <SleepTimerLabel />
          </button>
        }
      >
        <SleepPanel />
      </PanelButton>
      <VolumeControl />
      <PanelButton
        label={t("player.settings")}
        trigger={<IconButton label={t("player.settings")} icon={<SlidersHorizontal aria-hidden />} />}
      >
        <SettingsPanel />
      </PanelButton>
      <IconButton label={t("player.openFull")} icon={<Maximize2 aria-hidden />} onClick={onOpen} />
      <IconButton
        label={t("player.close")}
        icon={<X aria-hidden />}
        onClick={() => engine.setDisplayMode("closed")}
      />
    </div>
  );
}

interface PanelButtonProps {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A button that opens a popover above the player bar. */
function PanelButton({ label, trigger, children }: PanelButtonProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          side="top"
          align="end"
          sideOffset={10}
          collisionPadding={8}
          {...{ [playerAttribute]: "" }}
          className="z-50 flex max-h-[min(28rem,70dvh)] w-80 animate-[rise_150ms_ease-out] flex-col gap-2 overflow-y-auto rounded-card border border-line bg-surface p-4 text-ink shadow-float"
        >
          <h2 className="font-semibold text-body">{label}</h2>
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
