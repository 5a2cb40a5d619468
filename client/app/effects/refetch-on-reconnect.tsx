import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { CallError } from "#shared/api/http-client.ts";

/** What failed for want of a network is asked again when that is back, if it is still on the screen. */
export function RefetchOnReconnect() {
  const client = useQueryClient();

  useEffect(() => {
    const askAgain = () =>
      void client.refetchQueries({
        type: "active",
        predicate: ({ state }) => state.status === "error" && !(state.error instanceof CallError),
      });
    window.addEventListener("online", askAgain);
    return () => window.removeEventListener("online", askAgain);
  }, [client]);

  return null;
}
