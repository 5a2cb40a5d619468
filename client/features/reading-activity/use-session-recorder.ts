import { useEffect } from "react";
import { onBeforeSignOut } from "#client/lib/api/before-sign-out.ts";
import { useUser } from "#client/lib/api/session.ts";
import { getRecorder } from "./tracking/recorder.ts";

export function useSessionRecorder(): void {
  const userId = useUser()?.id ?? null;
  useEffect(() => {
    getRecorder().setReader(userId);
    return () => getRecorder().setReader(null);
  }, [userId]);
  useEffect(() => onBeforeSignOut(() => getRecorder().signOut()), []);
}
