import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InputOf } from "#shared/api/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { type PushDevice, pushContract } from "#shared/push/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import {
  browserName,
  findSubscription,
  getOwnDeviceMark,
  subscribeHere,
  withLock,
} from "./push-subscription.ts";

const { getKey, listDevices, addDevice, changeDevice, removeDevice, testDevice } = pushContract;
const markKey = ["push mark"];

export interface PrayerAlertsSetup {
  readonly hasLocation: boolean;
  readonly saveOnServer: () => Promise<void>;
}

/** The reader's devices, and which of them is this browser. */
export function useDevices(prayer: PrayerAlertsSetup) {
  const client = useQueryClient();
  const devices = useQuery(query(listDevices, {}));
  const mark = useQuery({ queryKey: markKey, queryFn: getOwnDeviceMark, staleTime: 0 });
  const invalidates = [listDevices];
  const adding = useContractMutation(addDevice, { invalidates: invalidates, isSelfDescribing: true });
  const changing = useContractMutation(changeDevice, { invalidates: invalidates });
  const removing = useContractMutation(removeDevice, { invalidates: invalidates });
  const testing = useContractMutation(testDevice);
  const params = ({ id: deviceId }: PushDevice) => ({ deviceId });

  return {
    devices,
    mark,
    isChanging: adding.isPending || changing.isPending || removing.isPending,
    /** Asks for permission and registers this browser. */
    async addThis(): Promise<void> {
      const { key } = await call(getKey, {});
      const name = browserName(navigator.userAgent);
      await withLock(async () => {
        const { endpoint = "", keys } = await subscribeHere(key);
        const { p256dh = "", auth = "" } = keys ?? {};
        await adding.mutateAsync({ body: { endpoint, keys: { p256dh, auth }, name } });
      });
      await client.invalidateQueries({ queryKey: markKey });
    },
    change: (device: PushDevice, body: InputOf<typeof changeDevice>["body"]) =>
      changing.mutateAsync({ params: params(device), body }),
    async prayerAlert(device: PushDevice, prayerAlerts: boolean): Promise<void> {
      await changing.mutateAsync({ params: params(device), body: { prayerAlerts } });
      if (!prayerAlerts) return;
      await prayer.saveOnServer().catch(async (error) => {
        await changing.mutateAsync({ params: params(device), body: { prayerAlerts: false } });
        throw error;
      });
    },
    async remove(device: PushDevice): Promise<void> {
      if (device.mark === mark.data) await (await findSubscription())?.unsubscribe();
      await removing.mutateAsync({ params: params(device) });
      await client.invalidateQueries({ queryKey: markKey });
    },
    test: (device: PushDevice) => testing.mutateAsync({ params: params(device) }),
    refetch: () => client.invalidateQueries({ queryKey: [listDevices.path] }),
  };
}

export type Devices = ReturnType<typeof useDevices>;
