import { keyList } from "#client/features/reader/keys.ts";
import { say } from "#client/lib/words.ts";
import { Panel } from "./panel.tsx";

/** The keys, taps and gestures of the reader. */
export function HelpPanel({ onClose }: { readonly onClose: () => void }) {
  return (
    <Panel title={say("reader.help")} side="middle" onClose={onClose}>
      <p className="px-5 pt-4 text-muted text-small">{say("reader.helpTouch")}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 p-5 text-small">
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
    </Panel>
  );
}
