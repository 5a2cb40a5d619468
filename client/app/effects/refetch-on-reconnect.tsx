import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { CallError } from "#shared/api/http-client.ts";

export function RefetchOnReconnect() {
  const client = useQueryClient();

  useEffect(() => {
    const refetchFailed = () =>
      void client.refetchQueries({
        type: "active",
        predicate: ({ state }) => state.status === "error" && !(state.error instanceof CallError),
      });
    window.addEventListener("online", refetchFailed);
    return () => window.removeEventListener("online", refetchFailed);
  }, [client]);

  return null;
}
