import { Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { playerAttribute } from "#client/features/player/keyboard-shortcuts.ts";
import { pipWindow } from "#client/features/player/picture-in-picture/pip-window.ts";
import { usePlayQueue } from "#client/features/player/queue/use-play-queue.ts";
import { useAccountSettings } from "#client/features/player/settings/use-account-settings.ts";
import { usePlayerState } from "#client/features/player/use-player.ts";
import { usePlayerOwner } from "#client/features/player/use-player-owner.ts";
import { RestoredBook, useRestoredBook } from "#client/features/player/use-restored-book.ts";
import { isReadingScreen } from "#client/features/reader/index.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { useBreakpoint } from "#client/lib/hooks/use-breakpoint.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { DesktopPlayer } from "./desktop-player.tsx";
import { FullPlayer } from "./full-player.tsx";
import { MiniPlayer } from "./mini-player.tsx";
import { Notices } from "./notices.tsx";

const PipPlayer = lazyComponent(
  async () => (await import("#client/features/player/picture-in-picture/pip-player.tsx")).PipPlayer,
);

/** The player: a bar on desktop, a mini player above the tabs on phones. */
export function Dock() {
  useAccountSettings();
  usePlayerOwner();
  usePlayQueue();
  const restoredBook = useRestoredBook();
  const isShown = usePlayerState(({ displayMode, track }) => displayMode !== "closed" && track !== null);
  if (restoredBook) return <RestoredBook bookId={restoredBook} />;
  return isShown ? <VisibleDock /> : null;
}

function VisibleDock() {
  const isDesktop = useBreakpoint() === "desktop";
  const [isFull, setFull] = useState(false);
  // The readers are full-screen and have no tabs.
  const isWithoutTabs = isReadingScreen(useLocation().pathname);
  const hasPip = useStore(pipWindow) !== null;
  const bar = useHeightVariable();
  return (
    <section
      ref={bar}
      aria-label={t("player.region")}
      {...{ [playerAttribute]: "" }}
      className={`fixed inset-x-0 z-30 px-safe border-line border-t bg-surface text-ink lg:pb-[env(safe-area-inset-bottom)] ${isWithoutTabs ? "bottom-0 pb-[env(safe-area-inset-bottom)]" : "bottom-(--tabs-height)"}`}
    >
      {!isFull && <Notices />}
      {isDesktop ? (
        <DesktopPlayer onOpen={() => setFull(true)} />
      ) : (
        <MiniPlayer onOpen={() => setFull(true)} />
      )}
      <Suspense>{hasPip && <PipPlayer />}</Suspense>
      <FullPlayer key={String(isDesktop)} isOpen={isFull} isWide={isDesktop} onClose={() => setFull(false)} />
    </section>
  );
}

function useHeightVariable() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(() => {
      style.setProperty("--player-height", `${element.offsetHeight}px`);
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      style.removeProperty("--player-height");
    };
  }, []);
  return bar;
}
