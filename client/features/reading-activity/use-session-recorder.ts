import { useEffect } from "react";
import { useUser } from "#client/lib/api/session.ts";
import { onBeforeSignOut } from "#client/lib/api/sign-out.ts";
import { getRecorder } from "./tracking/recorder.ts";

export function useSessionRecorder(): void {
  const userId = useUser()?.id ?? null;
  useEffect(() => {
    getRecorder().setReader(userId);
    return () => getRecorder().setReader(null);
  }, [userId]);
  useEffect(() => onBeforeSignOut(() => getRecorder().signOut()), []);
}
