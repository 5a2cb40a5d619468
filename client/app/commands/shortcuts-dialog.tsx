import { getPlayerKeys, type PlayerCommand } from "#client/features/player/player-keys.ts";
import { usePlayerState } from "#client/features/player/use-player.ts";
import { appKeys } from "#client/lib/app-keys.ts";
import type { AppOverlay } from "#client/lib/app-overlay.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getReadingDirection } from "#client/lib/i18n/reading-direction.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { ShortcutList } from "#client/ui/shortcut-list.tsx";

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const isPlayerOpen = usePlayerState(({ displayMode }) => displayMode !== "closed");
  const app = {
    title: t("shortcuts.everywhere"),
    keys: appKeys,
    getText: (command: string) => t(`shortcuts.app.${command as AppOverlay}`),
  };
  const player = {
    title: t("shortcuts.player.title"),
    keys: getPlayerKeys(getReadingDirection()),
    getText: (command: string) => t(`shortcuts.player.${command as PlayerCommand}`),
  };
  return (
    <Dialog isOpen title={t("shortcuts.title")} onClose={onClose}>
      <ShortcutList groups={isPlayerOpen ? [app, player] : [app]} />
    </Dialog>
  );
}
