import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/http-client.ts";
import { type ReaderSettings, readerContract } from "#shared/reader/contract.ts";
import { ThemeChoice, TypeSettings } from "#client/features/reader/components/type-settings.tsx";
import { useDelayedSend } from "#client/features/reader/hooks/use-delayed-send.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { getQueryKey, invalidateTopics, query } from "#client/lib/api/query.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { mergeSettings } from "./settings.ts";

const { getReadingDefaults, saveReadingDefaults } = readerContract;

export function ReadingSettings() {
  const stored = useQuery(query(getReadingDefaults, {}));
  const change = useChange();
  return (
    <QueryState query={stored} loading={<Skeleton className="h-96" />}>
      {(everywhere) => {
        const settings = mergeSettings({ everywhere, inThisBook: {} }, "latin");
        const choose = (choice: ReaderSettings) => change({ ...everywhere, ...choice });
        return (
          <div className="flex flex-col gap-5">
            <p className="text-muted">{t("settings.readingHint")}</p>
            <ThemeChoice settings={settings} change={choose} />
            <TypeSettings settings={settings} change={choose} script="latin" />
          </div>
        );
      }}
    </QueryState>
  );
}

function useChange() {
  const client = useQueryClient();
  const sendLater = useDelayedSend();
  return (body: ReaderSettings) => {
    client.setQueryData(getQueryKey(getReadingDefaults, {}), body);
    sendLater(() => {
      call(saveReadingDefaults, { body }, { keepalive: true, headers: tabHeaders })
        .then(() => invalidateTopics(client, ["reader-settings"]))
        .catch((error: unknown) => {
          toast({ tone: "destructive", title: getErrorMessage(error) });
          return invalidateTopics(client, ["reading-defaults"]);
        });
    });
  };
}
