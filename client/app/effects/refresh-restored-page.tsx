import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { fetchSessionUser, useUser } from "#client/lib/api/session.ts";

interface RefreshRestoredPageProps {
  readonly reload?: () => void;
}

const reloadPage = () => location.reload();

/** A page from the back-forward cache shows what it showed when it was left. */
export function RefreshRestoredPage({ reload = reloadPage }: RefreshRestoredPageProps) {
  const client = useQueryClient();
  const userId = useUser()?.id ?? null;
  const shownUserId = useRef(userId);
  shownUserId.current = userId;

  useEffect(() => {
    const refresh = async () => {
      const user = await fetchSessionUser();
      if ((user?.id ?? null) !== shownUserId.current) reload();
      else await client.invalidateQueries();
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refresh().catch(() => {});
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [client, reload]);

  return null;
}
