import { useEffect } from "react";
import { useUser } from "#client/lib/api/session.ts";
import { onBeforeSignOut } from "#client/lib/api/sign-out.ts";
import { recorder } from "./tracking/recorder.ts";

export function useSessionRecorder(): void {
  const userId = useUser()?.id ?? null;
  useEffect(() => {
    recorder().setReader(userId);
    return () => recorder().setReader(null);
  }, [userId]);
  useEffect(() => onBeforeSignOut(() => recorder().signOut()), []);
}
