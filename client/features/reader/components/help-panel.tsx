import { shortcutKeys } from "#client/features/reader/input/keys.ts";
import { playbackShortcuts } from "#client/features/reader/input/playback-shortcuts.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface HelpPanelProps {
  readonly hasExtension: boolean;
  readonly onClose: () => void;
}

export function HelpPanel({ hasExtension, onClose }: HelpPanelProps) {
  const playbackKeys = hasExtension
    ? playbackShortcuts.map(({ keys, command }) => ({
        keys,
        command,
        text: t(`readAlong.command.${command}`),
      }))
    : [];
  const readerKeys = shortcutKeys.map(({ keys, command }) => ({
    keys,
    command,
    text: t(`reader.command.${command}`),
  }));
  return (
    <Dialog isOpen title={t("reader.help")} onClose={onClose}>
      <p className="text-muted text-small">
        {t("reader.helpTouch")} {hasExtension && t("readAlong.helpSentence")}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-small">
        {[...playbackKeys, ...readerKeys].map(({ keys, command, text }) => (
          <div key={command} className="contents">
            <dt className="flex flex-wrap gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded border border-line bg-paper px-1.5 font-sans text-badge leading-6"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
