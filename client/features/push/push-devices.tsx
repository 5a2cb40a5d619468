import { BellRing, Smartphone } from "lucide-react";
import { useState } from "react";
import type { PushDevice } from "#shared/push/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { Section } from "#client/ui/section.tsx";
import { DeviceRow } from "./device-row.tsx";
import { getPushSupport, type PushSupport, SubscribeError } from "./push-subscription.ts";
import { type Devices, type PrayerAlertsOptions, useDevices } from "./use-devices.ts";

export function PushDevices(prayer: PrayerAlertsOptions) {
  useLanguage();
  const devicesControl = useDevices(prayer);
  const { endpointHash } = devicesControl;
  return (
    <Section title={t("push.title")}>
      <p className="-mt-2 mb-4 max-w-measure text-muted text-small">{t("push.hint")}</p>
      <QueryState
        query={devicesControl.devices}
        loading={
          <Skeletons count={1} className="flex flex-col gap-4">
            <Skeleton className="h-44 rounded-card" />
          </Skeletons>
        }
      >
        {(devices) => (
          <div className="flex flex-col gap-4">
            {!endpointHash.isPending &&
              !devices.some((device) => device.endpointHash === endpointHash.data) && (
                <ThisBrowser devicesControl={devicesControl} />
              )}
            {sortDevices(devices, endpointHash.data ?? null).map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                isCurrent={device.endpointHash === endpointHash.data}
                hasLocation={prayer.hasLocation}
                all={devicesControl}
              />
            ))}
            {devices.filter(({ prayerAlerts }) => prayerAlerts).length > 1 && (
              <TurnOffPrayerAlerts devicesControl={devicesControl} />
            )}
            <StoredDataNote />
          </div>
        )}
      </QueryState>
    </Section>
  );
}

const sortDevices = (devices: readonly PushDevice[], endpointHash: string | null): readonly PushDevice[] => [
  ...devices.filter((device) => device.endpointHash === endpointHash),
  ...devices.filter((device) => device.endpointHash !== endpointHash),
];

const unsupportedReasons = {
  install: "push.install",
  insecure: "push.insecure",
  unsupported: "push.unsupported",
  denied: "push.denied",
} as const satisfies Record<Exclude<PushSupport, "supported">, MessageKey>;

const failures = {
  denied: "push.denied",
  "not-ready": "push.notReady",
  unreachable: "push.unreachable",
} as const satisfies Record<SubscribeError["reason"], MessageKey>;

function ThisBrowser({ devicesControl }: { readonly devicesControl: Devices }) {
  const [state, setState] = useState<"asked" | "asking" | { readonly problem: string }>("asked");
  const support = getPushSupport();

  const enable = async () => {
    setState("asking");
    try {
      await devicesControl.addThisBrowser();
    } catch (error) {
      const problem = error instanceof SubscribeError ? t(failures[error.reason]) : getErrorMessage(error);
      setState({ problem });
    }
  };

  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Smartphone aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div>
          <h3 className="font-semibold">{t("push.thisDevice")}</h3>
          <p className="max-w-measure text-muted text-small">
            {t(support === "supported" ? "push.isOff" : unsupportedReasons[support])}
          </p>
          {typeof state === "object" && (
            <p role="alert" className="mt-2 max-w-measure text-destructive text-small">
              {state.problem}
            </p>
          )}
        </div>
      </div>
      {support === "supported" && (
        <Button
          icon={<BellRing aria-hidden />}
          isPending={state === "asking"}
          pendingText={t("push.asking")}
          onClick={() => void enable()}
        >
          {t("push.turnOn")}
        </Button>
      )}
    </Card>
  );
}

function TurnOffPrayerAlerts({ devicesControl }: { readonly devicesControl: Devices }) {
  const turnOff = async () => {
    await devicesControl.turnOffPrayerAlerts();
    toast({ title: t("push.prayerOffEverywhere") });
  };
  return (
    <Button
      tone="secondary"
      size="small"
      className="self-start"
      isPending={devicesControl.isChanging}
      onClick={() => void turnOff().catch(() => devicesControl.refetch())}
    >
      {t("push.turnOffPrayerEverywhere")}
    </Button>
  );
}

function StoredDataNote() {
  return (
    <ul className="flex max-w-measure list-disc flex-col gap-1.5 ps-5 text-muted text-small">
      <li>{t("push.storedLocation")}</li>
      <li>{t("push.ownSoundHint")}</li>
      <li>{t("push.sharedSettingsHint")}</li>
      <li>{t("push.signOut")}</li>
    </ul>
  );
}
