import { usePreferences } from "#client/features/accounts/use-preferences.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Select } from "#client/ui/forms/select.tsx";

/** Seconds. */
const skips = [5, 10, 15, 30, 45, 60, 90, 120, 300] as const;
const rates = [0.5, 0.75, 0.9, 1, 1.1, 1.2, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5] as const;
const defaults = { skipBack: 10, skipForward: 30, rate: 1 } as const;

export function ListeningSettings() {
  const { requested, change } = usePreferences();
  return (
    <QueryState query={requested} loading={<Skeleton className="h-48" />}>
      {(selected) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t("settings.skipBack")}
            value={String(selected.skipBackSeconds ?? defaults.skipBack)}
            onChange={(seconds) => change({ skipBackSeconds: Number(seconds) })}
            options={getOptions(skips, selected.skipBackSeconds, (n) => t("settings.seconds", { n }))}
          />
          <Select
            label={t("settings.skipForward")}
            value={String(selected.skipForwardSeconds ?? defaults.skipForward)}
            onChange={(seconds) => change({ skipForwardSeconds: Number(seconds) })}
            options={getOptions(skips, selected.skipForwardSeconds, (n) => t("settings.seconds", { n }))}
          />
          <Select
            label={t("settings.speed")}
            value={String(selected.playbackRate ?? defaults.rate)}
            onChange={(rate) => change({ playbackRate: Number(rate) })}
            options={getOptions(rates, selected.playbackRate, (n) => `${n}×`)}
          />
          <Select
            label={t("settings.timeDisplay")}
            value={selected.timeDisplay ?? "chapter"}
            onChange={(timeDisplay) => change({ timeDisplay })}
            options={[
              { value: "chapter", label: t("settings.timeOfChapter") },
              { value: "book", label: t("settings.timeOfBook") },
            ]}
          />
        </div>
      )}
    </QueryState>
  );
}

/** The options, plus the current value when it is not one of them. */
function getOptions(values: readonly number[], selected: number | undefined, label: (n: number) => string) {
  const all = new Set(selected === undefined ? values : [...values, selected]);
  return [...all].sort((a, b) => a - b).map((n) => ({ value: String(n), label: label(n) }));
}
