import { useQuery } from "@tanstack/react-query";
import type { User } from "#shared/accounts/user.ts";
import { recordingsContract } from "#shared/prayer/recordings.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Section } from "#client/ui/section.tsx";
import { RecordingList } from "./recording-list.tsx";
import { UploadForm } from "./upload-form.tsx";

export function RecordingsPanel({ user }: { readonly user: User }) {
  const recordings = useQuery(query(recordingsContract.listRecordings, {}));
  return (
    <>
      <Section title={t("athan.recordings")}>
        <QueryState
          query={recordings}
          loading={<Skeleton className="h-56 rounded-card" />}
          errorTitle={t("athan.recordingsFailed")}
          isEmpty={(all) => all.length === 0}
          empty={<EmptyState title={t("athan.none")} hint={t("athan.noneHint")} />}
        >
          {(all) => <RecordingList recordings={all} canRemove={user.isAdmin} />}
        </QueryState>
      </Section>
      <Section title={t("athan.add")}>
        <Card>
          <UploadForm />
        </Card>
      </Section>
    </>
  );
}
