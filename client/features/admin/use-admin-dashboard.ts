import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { adminContract } from "#shared/admin/contract.ts";
import { getErrorStatus, getReasonCode } from "#client/lib/api/error-message.ts";
import { getQueryKey, query } from "#client/lib/api/query.ts";

const idleMs = 30 * 60_000;
const presenceIntervalMs = 5 * 60_000;

export function useAdminDashboard(isEnabled: boolean) {
  return useQuery({
    ...query(adminContract.getDashboard, {}),
    enabled: isEnabled,
  });
}

export function useStaffTimeout(refetch: () => unknown): void {
  useRefetchOnRejection(refetch);
  useEffect(() => {
    let [refetchedAt, idle] = [performance.now(), 0];
    const schedule = () => {
      window.clearTimeout(idle);
      idle = window.setTimeout(refetch, idleMs + 1_000);
    };
    const onActivity = () => {
      schedule();
      if (performance.now() - refetchedAt < presenceIntervalMs) return;
      refetchedAt = performance.now();
      refetch();
    };
    schedule();
    for (const eventName of activityEvents) window.addEventListener(eventName, onActivity, { passive: true });
    return () => {
      window.clearTimeout(idle);
      for (const eventName of activityEvents) window.removeEventListener(eventName, onActivity);
    };
  }, [refetch]);
}

const activityEvents = ["pointerdown", "keydown", "wheel"] as const;

function useRefetchOnRejection(refetch: () => unknown): void {
  const client = useQueryClient();
  useEffect(() => {
    const dashboardKey = getQueryKey(adminContract.getDashboard)[0];
    const unsubscribeQueries = client.getQueryCache().subscribe((event) => {
      const isOther = event.query.queryKey[0] !== dashboardKey;
      if (event.type === "updated" && event.action.type === "error" && isOther) {
        if (getErrorStatus(event.action.error) === 401) refetch();
      }
    });
    const unsubscribeMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") {
        if (getErrorStatus(event.action.error) === 401) refetch();
      }
    });
    return () => {
      unsubscribeQueries();
      unsubscribeMutations();
    };
  }, [client, refetch]);
}

/** The operator requires two-step verification, which this account does not have. */
export const needsSecondFactor = (error: unknown) => getReasonCode(error) === "second_factor_missing";
