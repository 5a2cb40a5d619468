import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Suspense, useState } from "react";
import { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import type { DataExport } from "#shared/accounts/data-export-contract.ts";
import { getUrl } from "#shared/api/http-client.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, getButtonClassName } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const ConfirmPasswordDialog = lazyOverlay(
  async () => (await import("./confirm-password-dialog.tsx")).ConfirmPasswordDialog,
);
const { listExports, requestExport, deleteAccount } = accountsContract;
const pollIntervalMs = 3000;

export function ExportSettings() {
  const [isConfirming, setConfirming] = useState(false);
  const { data: exports = [] } = useQuery({
    ...query(listExports, {}),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === "waiting") ? pollIntervalMs : false,
  });
  const requestMutation = useContractMutation(requestExport, {
    handlesErrors: true,
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">{t("settings.exportHint")}</p>
      {exports.map((each) => (
        <ExportRow key={each.id} dataExport={each} />
      ))}
      <Button tone="secondary" onClick={() => setConfirming(true)}>
        {t("settings.export")}
      </Button>
      <Suspense>
        {isConfirming && (
          <ConfirmPasswordDialog
            title={t("settings.export")}
            description={t("settings.passwordAgain")}
            confirmLabel={t("settings.export")}
            onConfirm={(password) =>
              requestMutation.mutateAsync({ body: { password } }).then(() => setConfirming(false))
            }
            onClose={() => setConfirming(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function ExportRow({
  dataExport: { id, status, requestedAt, expiresAt },
}: {
  readonly dataExport: DataExport;
}) {
  const day = formatCalendarDay(requestedAt);
  if (status === "waiting") return <p role="status">{t("settings.exportWaiting")}</p>;
  if (status === "failed") return <p className="text-destructive">{t("settings.exportFailed", { day })}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <a
        href={getUrl(accountsStreams.getExport, { params: { exportId: id } })}
        download
        className={getButtonClassName()}
      >
        <Download aria-hidden />
        {t("settings.exportReady", { day })}
      </a>
      {expiresAt && (
        <span className="text-muted text-small">
          {t("settings.exportUntil", { day: formatCalendarDay(expiresAt) })}
        </span>
      )}
    </p>
  );
}

export function DeletionSettings() {
  const [isConfirming, setConfirming] = useState(false);
  const deleteMutation = useContractMutation(deleteAccount, { handlesErrors: true });
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">{t("settings.deleteHint")}</p>
      <Button tone="destructive" onClick={() => setConfirming(true)}>
        {t("settings.delete")}
      </Button>
      <Suspense>
        {isConfirming && (
          <ConfirmPasswordDialog
            title={t("settings.deleteTitle")}
            description={t("settings.deleteConsequences")}
            confirmLabel={t("settings.delete")}
            isDestructive
            onConfirm={(password) =>
              deleteMutation.mutateAsync({ body: { password } }).then(() => location.assign("/"))
            }
            onClose={() => setConfirming(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
