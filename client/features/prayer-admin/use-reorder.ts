import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RecordingId } from "#shared/prayer/alert-settings.ts";
import { type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { getQueryKey, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";

const { listRecordings, orderRecordings } = recordingsContract;

export function useReorder(recordings: readonly Recording[]) {
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
