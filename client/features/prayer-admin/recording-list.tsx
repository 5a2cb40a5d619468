import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RecordingId } from "#shared/prayer/alert-settings.ts";
import { type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { getQueryKey, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { RecordingRow } from "./recording-row.tsx";

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

const { listRecordings, orderRecordings } = recordingsContract;

function useReorder(recordings: readonly Recording[]) {
  const client = useQueryClient();
  const [message, setMessage] = useState("");
  const orderMutation = useContractMutation(orderRecordings);
  const updateCache = (all: readonly Recording[]) =>
    client.setQueryData(getQueryKey(listRecordings, {}), [...all]);

  const move = (id: RecordingId, offset: 1 | -1) => {
    const from = recordings.findIndex((recording) => recording.id === id);
    const [moved, other] = [recordings[from], recordings[from + offset]];
    if (!moved || !other) return;
    const order = recordings.with(from, other).with(from + offset, moved);
    updateCache(order.map((recording, n) => ({ ...recording, position: n + 1 })));
    setMessage(t("athan.moved", { title: moved.title, n: from + offset + 1, of: order.length }));
    orderMutation.mutate(
      { body: { ids: order.map((each) => each.id) } },
      { onError: () => updateCache(recordings) },
    );
  };
  return { move, announcement: message };
}
