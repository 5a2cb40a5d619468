import { type ReaderCommand, readerKeys } from "#client/features/reader/input/keys.ts";
import { type ExtensionCommand, playbackKeys } from "#client/features/reader/input/playback-shortcuts.ts";
import { appKeys } from "#client/lib/app-keys.ts";
import type { AppOverlay } from "#client/lib/app-overlay.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { type ShortcutGroup, ShortcutList } from "#client/ui/shortcut-list.tsx";

type ListedCommand = (typeof readerKeys)[keyof typeof readerKeys] & ReaderCommand;

interface HelpPanelProps {
  readonly hasExtension: boolean;
  readonly onClose: () => void;
}

export function HelpPanel({ hasExtension, onClose }: HelpPanelProps) {
  return (
    <Dialog isOpen title={t("reader.help")} onClose={onClose}>
      <p className="text-muted text-small">
        {t("shortcuts.touch")} {hasExtension && t("readAlong.helpSentence")}
      </p>
      <ShortcutList
        groups={[...(hasExtension ? [getPlaybackGroup()] : []), getReaderGroup(), getAppGroup()]}
      />
    </Dialog>
  );
}

const getPlaybackGroup = (): ShortcutGroup => ({
  title: t("shortcuts.readAlong.title"),
  keys: playbackKeys,
  getText: (command) => t(`readAlong.command.${command as ExtensionCommand}`),
});

const getReaderGroup = (): ShortcutGroup => ({
  title: t("shortcuts.reader.title"),
  keys: readerKeys,
  getText: (command) => t(`shortcuts.reader.${command as ListedCommand}`),
});

/** The reader has a list of its own for the key `?`. */
const getAppGroup = (): ShortcutGroup => ({
  title: t("shortcuts.everywhere"),
  keys: Object.fromEntries(Object.entries(appKeys).filter(([, command]) => command !== "shortcuts")),
  getText: (command) => t(`shortcuts.app.${command as AppOverlay}`),
});
