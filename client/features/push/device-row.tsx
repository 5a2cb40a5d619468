import { useState } from "react";
import type { PushDevice, PushFailureReason } from "#shared/push/contract.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Chip } from "#client/ui/forms/chip.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import type { Devices } from "./use-devices.ts";

interface DeviceRowProps {
  readonly device: PushDevice;
  readonly isCurrent: boolean;
  readonly hasLocation: boolean;
  readonly all: Devices;
}

const failureTexts = {
  refused: "push.errorRejected",
  unreachable: "push.errorUnreachable",
  unknown: "push.errorUnknown",
  late: "push.errorLate",
} as const satisfies Record<PushFailureReason, MessageKey>;

export function DeviceRow({ device, isCurrent, hasLocation, all }: DeviceRowProps) {
  const { name, isOn, prayerAlerts, lastSucceededAt, lastError } = device;
  const [openDialog, setOpenDialog] = useState<"rename" | "remove" | null>(null);
  const attempt = (promise: Promise<unknown>) => void promise.catch(() => all.refetch());

  return (
    <Card>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 dir="auto" className="min-w-0 break-words font-semibold">
          {name}
        </h3>
        {isCurrent && <Chip>{t("push.thisDevice")}</Chip>}
      </div>
      <p className="mb-3 text-muted text-small">
        {lastSucceededAt
          ? t("push.lastDelivered", { when: formatRelativeTime(lastSucceededAt) })
          : t("push.noneDelivered")}
        {lastError && ` ${t(failureTexts[lastError])}`}
      </p>
      <div className="flex flex-col gap-3">
        <Switch
          label={t("push.on")}
          hint={t("push.onHint")}
          checked={isOn}
          disabled={all.isChanging}
          onChange={(isOn) => attempt(all.change(device, { isOn }))}
        />
        <Switch
          label={t("push.prayer")}
          hint={t(hasLocation || prayerAlerts ? "push.prayerHint" : "push.prayerNeedsLocation")}
          checked={isOn && prayerAlerts}
          disabled={all.isChanging || !isOn || !(hasLocation || prayerAlerts)}
          onChange={(isSubscribed) => attempt(all.setPrayerAlerts(device, isSubscribed))}
        />
      </div>
      {!hasLocation && <TextLink to="/prayer-times">{t("push.chooseLocation")}</TextLink>}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button tone="secondary" size="small" disabled={!isOn} onClick={() => attempt(sendTest(device, all))}>
          {t("push.test")}
          <span className="sr-only">: {name}</span>
        </Button>
        <Button tone="quiet" size="small" onClick={() => setOpenDialog("rename")}>
          {t("push.rename")}
          <span className="sr-only">: {name}</span>
        </Button>
        <Button tone="quiet" size="small" onClick={() => setOpenDialog("remove")}>
          {t("push.remove")}
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
      {openDialog === "rename" && (
        <RenameDevice
          name={name}
          onClose={() => setOpenDialog(null)}
          onRename={(name) => all.change(device, { name }).then(() => setOpenDialog(null))}
        />
      )}
      <ConfirmDialog
        title={t("push.removeTitle")}
        description={t("push.removeHint", { name })}
        confirmLabel={t("push.remove")}
        isOpen={openDialog === "remove"}
        isPending={all.isChanging}
        onClose={() => setOpenDialog(null)}
        onConfirm={() => {
          setOpenDialog(null);
          attempt(all.remove(device));
        }}
      />
    </Card>
  );
}

const refetchDelayMs = 4_000;

async function sendTest(device: PushDevice, all: Devices): Promise<void> {
  await all.test(device);
  toast({ title: t("push.tested") });
  setTimeout(() => void all.refetch(), refetchDelayMs);
}

interface RenameDeviceProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onRename: (name: string) => Promise<void>;
}

function RenameDevice({ name, onClose, onRename }: RenameDeviceProps) {
  const form = useForm({ values: { name }, onSubmit: (values) => onRename(values.name.trim()) });
  return (
    <FormDialog
      form={form}
      title={t("push.rename")}
      submit={t("push.save")}
      isDisabled={form.values.name.trim() === ""}
      onClose={onClose}
    >
      <TextField {...form.field("name")} label={t("push.name")} maxLength={60} />
    </FormDialog>
  );
}
