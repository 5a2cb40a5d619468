import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

/** Loaded in advance where a user is signed in, because signing out also works without a connection. */
export const loadSignOut = () => import("./start-sign-out.ts");

export function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onLoadError = () =>
    toast({
      tone: "destructive",
      title: t("shell.signOutFailed"),
      description: t("shell.signOutFailedHint"),
    });
  return () => void loadSignOut().then(({ startSignOut }) => startSignOut(client, navigate), onLoadError);
}
