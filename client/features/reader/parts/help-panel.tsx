import { companionKeys, keyList } from "#client/features/reader/keys.ts";
import { say } from "#client/lib/words.ts";
import { Dialog } from "#client/ui/dialog.tsx";

interface HelpPanelProps {
  /** The text is heard as well, and there are keys for that. */
  readonly isAccompanied: boolean;
  readonly onClose: () => void;
}

/** The keys, taps and gestures of the reader. */
export function HelpPanel({ isAccompanied, onClose }: HelpPanelProps) {
  const keys = isAccompanied ? [...companionKeys, ...keyList] : keyList;
  return (
    <Dialog isOpen title={say("reader.help")} onClose={onClose}>
      <p className="text-muted text-small">
        {say("reader.helpTouch")} {isAccompanied && say("reader.helpSentence")}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-small">
        {keys.map(({ keys, act }) => (
          <div key={act} className="contents">
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
            <dd>{say(`reader.act.${act}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
