import { useEffect } from "react";
import { useUser } from "#client/lib/session.ts";
import { beforeSignOut } from "#client/lib/sign-out.ts";
import { recorder } from "./recording/recorder.ts";

/** Records time for whoever is signed in. The frame calls it once. */
export function useLedgerOfReader(): void {
  const userId = useUser()?.id ?? null;
  useEffect(() => {
    recorder().setReader(userId);
    return () => recorder().setReader(null);
  }, [userId]);
  useEffect(() => beforeSignOut(() => recorder().signOut()), []);
}
