import type { Recording } from "#shared/prayer/recordings.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { RecordingRow } from "./recording-row.tsx";
import { useReorder } from "./use-reorder.ts";

interface RecordingListProps {
  readonly recordings: readonly Recording[];
  readonly canRemove: boolean;
}

export function RecordingList({ recordings, canRemove }: RecordingListProps) {
  const { move, announcement } = useReorder(recordings);
  return (
    <>
      <DefaultRecording recordings={recordings} />
      <ol className="flex flex-col gap-3">
        {recordings.map((recording, n) => (
          <li key={recording.id}>
            <RecordingRow
              recording={recording}
              isFirst={n === 0}
              isLast={n === recordings.length - 1}
              canRemove={canRemove}
              onMove={(offset) => move(recording.id, offset)}
            />
          </li>
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {!canRemove && <p className="mt-3 text-muted text-small">{t("athan.onlyAdminsRemove")}</p>}
    </>
  );
}

function DefaultRecording({ recordings }: { readonly recordings: readonly Recording[] }) {
  const athan = recordings.find(({ kind, isFajr }) => kind === "athan" && !isFajr);
  const fajr = recordings.find(({ isFajr }) => isFajr);
  const takbir = recordings.find(({ kind }) => kind === "takbir");
  const lines = [
    // Fajr's athan has an extra phrase: without a Fajr recording it uses the chime.
    ["athan.defaultFajr", fajr],
    ["athan.defaultAthan", athan],
    ["athan.defaultTakbir", takbir],
  ] as const;
  return (
    <dl className="mb-4 grid gap-x-6 gap-y-1 text-small sm:grid-cols-3">
      {lines.map(([text, recording]) => (
        <div key={text} className="min-w-0">
          <dt className="text-muted">{t(text)}</dt>
          <dd className="truncate font-medium">
            <bdi>{recording?.title ?? t("athan.chime")}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
