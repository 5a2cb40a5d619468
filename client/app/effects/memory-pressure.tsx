import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { watchMemory } from "#client/lib/memory-monitor.ts";

export function MemoryPressureMonitor() {
  const client = useQueryClient();
  useEffect(() => watchMemory(() => client.removeQueries({ type: "inactive" })), [client]);
  return null;
}
