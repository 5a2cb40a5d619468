import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getReads, type InputOf } from "#shared/api/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { toDevice } from "#shared/api/user-agent.ts";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { type PushDevice, pushContract } from "#shared/push/contract.ts";
import { getQueryMeta, invalidateTopics, query, useContractMutation } from "#client/lib/api/query.ts";
import { formatDevice } from "#client/lib/i18n/format-device.ts";
import { findSubscription, getOwnEndpointHash, subscribeHere, withLock } from "./push-subscription.ts";

const { getKey, listDevices, addDevice, updateDevice, deleteDevice, testDevice } = pushContract;

export interface PrayerAlertsOptions {
  readonly hasLocation: boolean;
  readonly saveOnServer: () => Promise<void>;
}

/** The reader's devices, and which of them is this browser. */
export function useDevices(prayer: PrayerAlertsOptions) {
  const client = useQueryClient();
  const devices = useQuery(query(listDevices, {}));
  const endpointHash = useQuery({
    queryKey: ["push endpoint hash"],
    queryFn: getOwnEndpointHash,
    staleTime: 0,
    meta: getQueryMeta(listDevices),
  });
  const addMutation = useContractMutation(addDevice, { handlesErrors: true });
  const updateMutation = useContractMutation(updateDevice);
  const deleteMutation = useContractMutation(deleteDevice);
  const testMutation = useContractMutation(testDevice);
  const deleteProfileMutation = useContractMutation(prayerNotificationsContract.deletePrayerProfile);
  const toParams = ({ id: deviceId }: PushDevice) => ({ deviceId });

  return {
    devices,
    endpointHash,
    isChanging:
      addMutation.isPending ||
      updateMutation.isPending ||
      deleteMutation.isPending ||
      deleteProfileMutation.isPending,
    /** Asks for permission and registers this browser. */
    async addThisBrowser(): Promise<void> {
      const { key } = await call(getKey, {});
      const name = formatDevice(toDevice(navigator.userAgent));
      await withLock(async () => {
        const { endpoint = "", keys } = await subscribeHere(key);
        const { p256dh = "", auth = "" } = keys ?? {};
        await addMutation.mutateAsync({ body: { endpoint, keys: { p256dh, auth }, name } });
      });
    },
    change: (device: PushDevice, body: InputOf<typeof updateDevice>["body"]) =>
      updateMutation.mutateAsync({ params: toParams(device), body }),
    async setPrayerAlerts(device: PushDevice, prayerAlerts: boolean): Promise<void> {
      await updateMutation.mutateAsync({ params: toParams(device), body: { prayerAlerts } });
      if (!prayerAlerts) return;
      await prayer.saveOnServer().catch(async (error) => {
        await updateMutation.mutateAsync({ params: toParams(device), body: { prayerAlerts: false } });
        throw error;
      });
    },
    /** Also deletes the location on the server. */
    turnOffPrayerAlerts: () => deleteProfileMutation.mutateAsync({}),
    async remove(device: PushDevice): Promise<void> {
      if (device.endpointHash === endpointHash.data) await (await findSubscription())?.unsubscribe();
      await deleteMutation.mutateAsync({ params: toParams(device) });
    },
    test: (device: PushDevice) => testMutation.mutateAsync({ params: toParams(device) }),
    refetch: () => invalidateTopics(client, getReads(listDevices)),
  };
}

export type Devices = ReturnType<typeof useDevices>;
