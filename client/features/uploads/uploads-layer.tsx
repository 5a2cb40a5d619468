import { useEffect } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { closeUploads, openUploads } from "./engine/upload-engine.ts";
import { UploadsPanel } from "./uploads-panel.tsx";

interface UploadsLayerProps {
  readonly userId: UserId;
  readonly isPanelShown: boolean;
}

/** Keeps uploads going on every page, until the user signs out. */
export function UploadsLayer({ userId, isPanelShown }: UploadsLayerProps) {
  useEffect(() => {
    void openUploads(userId);
  }, [userId]);
  useEffect(() => closeUploads, []);
  return isPanelShown ? <UploadsPanel /> : null;
}
