import { HardDrive, TriangleAlert } from "lucide-react";
import { useState } from "react";
import {
  type StorageDriver,
  type StorageMigration,
  type StorageReport,
  storageContract,
} from "#shared/staff/storage.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatBytes, formatCalendarDay, formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const options = { handlesErrors: true };
const onError = (error: unknown) => toast({ tone: "destructive", title: getErrorMessage(error) });

const getDriverName = (driver: StorageDriver) => t(driver === "s3" ? "storageAdmin.s3" : "storageAdmin.disk");

/** The storage in use, and moving the files to the other one. */
export function StorageLocation({ report }: { readonly report: StorageReport }) {
  const { driver, isS3Configured, migration } = report;
  const isMoving = migration?.state === "copying" || migration?.state === "cancelling";
  const target = driver === "disk" ? "s3" : "disk";
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="font-semibold">{t("storageAdmin.location")}</h2>
      <p className="flex items-center gap-2">
        <HardDrive aria-hidden className="size-5 shrink-0 text-primary" />
        {t("storageAdmin.inUse", { storage: getDriverName(driver) })}
      </p>
      {!isS3Configured && <p className="text-muted">{t("storageAdmin.s3NotConfigured")}</p>}
      {migration && <MigrationState migration={migration} />}
      {isS3Configured && !isMoving && <MoveButton key={target} target={target} />}
      {migration?.state === "copying" && <CancelButton />}
    </Card>
  );
}

function MigrationState({ migration }: { readonly migration: StorageMigration }) {
  const { target, state, totalFiles, copiedFiles, copiedBytes, deletesOldAt, error } = migration;
  const isActive = state === "copying" || state === "cancelling" || state === "switched";
  return (
    <>
      {state === "copying" && (
        <div className="flex flex-col gap-2">
          <ProgressBar
            value={(copiedFiles / Math.max(1, totalFiles)) * 100}
            label={t("storageAdmin.moving", { storage: getDriverName(target) })}
          />
          <p role="status">
            {t("storageAdmin.movingProgress", {
              storage: getDriverName(target),
              done: formatCount(copiedFiles),
              total: formatCount(totalFiles),
              size: formatBytes(copiedBytes),
            })}
          </p>
        </div>
      )}
      {state === "cancelling" && <p role="status">{t("storageAdmin.cancelling")}</p>}
      {deletesOldAt && (
        <p className="text-muted">
          {t("storageAdmin.previousKept", { date: formatCalendarDay(deletesOldAt) })}
        </p>
      )}
      {isActive && error !== "" && (
        <p role="alert" className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-destructive" />
          <span>
            {t("storageAdmin.moveFailed")}{" "}
            <code dir="ltr" className="break-all text-small">
              {error}
            </code>
          </span>
        </p>
      )}
    </>
  );
}

function MoveButton({ target }: { readonly target: StorageDriver }) {
  const [isOpen, setIsOpen] = useState(false);
  const start = useContractMutation(storageContract.startMigration, options);
  const move = () => start.mutate({ body: { target } }, { onError, onSettled: () => setIsOpen(false) });
  const label = t("storageAdmin.moveTo", { storage: getDriverName(target) });
  return (
    <>
      <Button tone="secondary" className="self-start" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={t("storageAdmin.moveTitle", { storage: getDriverName(target) })}
        description={t("storageAdmin.moveHint")}
        confirmLabel={label}
        isOpen={isOpen}
        isPending={start.isPending}
        onConfirm={move}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

function CancelButton() {
  const cancel = useContractMutation(storageContract.cancelMigration, options);
  return (
    <Button
      tone="quiet"
      className="self-start"
      isPending={cancel.isPending}
      onClick={() => cancel.mutate({}, { onError })}
    >
      {t("storageAdmin.cancelMove")}
    </Button>
  );
}
