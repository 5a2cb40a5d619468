import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import {
  type StorageCheck,
  type StorageKind,
  type StorageReport,
  storageContract,
  storageKinds,
} from "#shared/staff/storage.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatBytes, formatCount, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { Section } from "#client/ui/section.tsx";
import { StorageLocation } from "./storage-location.tsx";

const refreshMs = 3_000;
const options = { handlesErrors: true };
const onError = (error: unknown) => toast({ tone: "destructive", title: getErrorMessage(error) });

/** Stored files by kind, and their integrity. */
export function StorageReportView() {
  const report = useQuery({
    ...query(storageContract.getStorage, {}),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? refreshMs : false),
  });
  return (
    <QueryState
      query={report}
      loading={<Skeleton className="h-96 rounded-card" />}
      errorTitle={t("storageAdmin.loadFailed")}
    >
      {(data) => (
        <>
          <StorageLocation report={data} />
          <Section title={t("storageAdmin.space")}>
            <DiskSpace report={data} />
          </Section>
          <Section title={t("storageAdmin.integrity")}>
            <Integrity check={data.check} />
          </Section>
        </>
      )}
    </QueryState>
  );
}

const isRunning = ({ check, migration }: StorageReport) =>
  check?.finishedAt === null || migration?.state === "copying" || migration?.state === "cancelling";

function DiskSpace({ report: { freeBytes, totalBytes, kinds } }: { readonly report: StorageReport }) {
  const usedBytes = totalBytes - freeBytes;
  return (
    <Card className="flex flex-col gap-4">
      <h3 className="font-semibold">{t("storageAdmin.disk")}</h3>
      <ProgressBar value={(usedBytes / Math.max(1, totalBytes)) * 100} label={t("storageAdmin.used")} />
      <p className="text-muted">
        {t("storageAdmin.free", { free: formatBytes(freeBytes), total: formatBytes(totalBytes) })}
      </p>
      <table aria-label={t("storageAdmin.files")} className="w-full text-start">
        <thead>
          <tr className="border-line border-b text-muted text-small">
            <th className="py-2 text-start font-medium">{t("storageAdmin.kind")}</th>
            <th className="py-2 text-end font-medium">{t("storageAdmin.files")}</th>
            <th className="py-2 text-end font-medium">{t("storageAdmin.size")}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, files, bytes }) => (
            <tr key={kind} className="border-line border-b last:border-0">
              <td className="py-2">
                {isStorageKind(kind) ? t(`storageAdmin.kind-${kind}`) : <code dir="ltr">{kind}</code>}
              </td>
              <td className="py-2 text-end tabular-nums">{formatCount(files)}</td>
              <td className="py-2 text-end tabular-nums">{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const isStorageKind = (kind: string): kind is StorageKind => storageKinds.some((each) => each === kind);

function Integrity({ check }: { readonly check: StorageCheck | null }) {
  const start = useContractMutation(storageContract.startCheck, options);
  const deleteMutation = useContractMutation(storageContract.deleteUntracked, options);
  const isChecking = check !== null && check.finishedAt === null;
  const startCheck = (readsContent: boolean) => start.mutate({ body: { readsContent } }, { onError });
  const deleteUntracked = () =>
    deleteMutation.mutate(
      {},
      { onError, onSuccess: ({ removed }) => toast({ title: t("storageAdmin.removed", { n: removed }) }) },
    );
  return (
    <Card className="flex flex-col gap-4">
      {check ? <Findings check={check} /> : <p className="text-muted">{t("storageAdmin.neverChecked")}</p>}
      <div className="flex flex-wrap gap-2">
        <Button isPending={start.isPending || isChecking} onClick={() => startCheck(false)}>
          {t("storageAdmin.checkSizes")}
        </Button>
        <Button tone="secondary" isPending={start.isPending || isChecking} onClick={() => startCheck(true)}>
          {t("storageAdmin.checkContent")}
        </Button>
        {check !== null && check.untrackedCount > 0 && (
          <Button tone="quiet" isPending={deleteMutation.isPending} onClick={deleteUntracked}>
            {t("storageAdmin.deleteUntracked")}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Findings({ check }: { readonly check: StorageCheck }) {
  const { finishedAt, missing, missingCount, altered, alteredCount, untracked, untrackedCount } = check;
  if (!finishedAt) return <p role="status">{t("storageAdmin.running")}</p>;
  const fields = [
    [t("storageAdmin.missing", { n: missingCount }), missingCount, missing],
    [t("storageAdmin.altered", { n: alteredCount }), alteredCount, altered],
    [t("storageAdmin.untracked", { n: untrackedCount }), untrackedCount, untracked],
  ] as const;
  return (
    <>
      <p className="text-muted text-small">
        {t(check.readsContent ? "storageAdmin.lastContent" : "storageAdmin.lastSizes", {
          when: formatRelativeTime(finishedAt),
        })}
      </p>
      <ul className="flex flex-col gap-2">
        {fields.map(([text, n, keys]) => (
          <li key={text} className="flex items-start gap-2">
            {n === 0 ? (
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
            ) : (
              <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-destructive" />
            )}
            <div className="min-w-0">
              {text}
              {keys.length > 0 && (
                <details>
                  <summary className="min-h-11 cursor-pointer py-2 text-primary text-small">
                    {t("storageAdmin.showKeys")}
                  </summary>
                  <ul dir="ltr" className="break-all text-small">
                    {keys.map((key) => (
                      <li key={key}>
                        <code>{key}</code>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
