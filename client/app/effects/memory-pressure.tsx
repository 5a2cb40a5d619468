import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { watchMemory } from "#client/lib/memory-monitor.ts";

/** Forgets what the server said and no screen shows, once the page has grown large. */
export function MemoryWatch() {
  const client = useQueryClient();
  useEffect(() => watchMemory(() => client.removeQueries({ type: "inactive" })), [client]);
  return null;
}
