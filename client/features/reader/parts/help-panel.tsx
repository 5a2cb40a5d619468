import { keyList } from "#client/features/reader/keys.ts";
import { say } from "#client/lib/words.ts";
import { Dialog } from "#client/ui/dialog.tsx";

/** The keys, taps and gestures of the reader. */
export function HelpPanel({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen title={say("reader.help")} onClose={onClose}>
      <p className="text-muted text-small">{say("reader.helpTouch")}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-small">
        {keyList.map(({ keys, act }) => (
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
