import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { CallError } from "#shared/api/http-client.ts";

export function RefetchOnReconnect() {
  const client = useQueryClient();

  useEffect(() => {
    const refetchPaused = () =>
      void client.refetchQueries({
        type: "active",
        predicate: ({ state }) => state.status === "error" && !(state.error instanceof CallError),
      });
    window.addEventListener("online", refetchPaused);
    return () => window.removeEventListener("online", refetchPaused);
  }, [client]);

  return null;
}
