import { isApple } from "#client/lib/app-overlay.ts";
import { t } from "#client/lib/i18n/i18n.ts";

export interface ShortcutGroup {
  readonly title: string;
  /** Commands by key, as the screen that obeys them declares it. */
  readonly keys: Readonly<Record<string, string>>;
  readonly getText: (command: string) => string;
}

/** Every key of some groups with what it does. Needs the messages `shortcuts`. */
export function ShortcutList({ groups }: { readonly groups: readonly ShortcutGroup[] }) {
  return groups.map(({ title, keys, getText }) => (
    <section key={title} aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold text-small">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-small">
        {[...groupByCommand(keys)].map(([command, names]) => (
          <div key={command} className="contents">
            <dt className="flex flex-wrap gap-1">
              {names.map((name) => (
                <kbd
                  key={name}
                  dir="ltr"
                  className="rounded border border-line bg-paper px-1.5 font-sans text-badge leading-6"
                >
                  {formatKey(name)}
                </kbd>
              ))}
            </dt>
            <dd>{getText(command)}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function groupByCommand(keys: ShortcutGroup["keys"]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, command] of Object.entries(keys)) {
    groups.set(command, [...(groups.get(command) ?? []), key]);
  }
  return groups;
}

const keyNames: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
};

/** `Shift+n` as "Shift + N". */
function formatKey(name: string): string {
  const [, modifier, key = ""] = /^(?:(Mod|Shift)\+)?(.+)$/s.exec(name) ?? [];
  const shown = key === " " ? t("shortcuts.key.space") : (keyNames[key] ?? toCapital(key));
  if (!modifier) return shown;
  if (modifier === "Shift") return `Shift + ${shown}`;
  return isApple() ? `⌘ ${shown}` : `Ctrl + ${shown}`;
}

const toCapital = (key: string) => (key.length === 1 ? key.toUpperCase() : key);
