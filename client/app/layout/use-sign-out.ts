import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { signOut } from "#client/lib/api/sign-out.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

/** Signs out. Without a connection it opens the landing page, since a navigation would end on the browser's error page. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () =>
    void signOut(client, () => {
      toast({
        tone: "destructive",
        title: t("shell.signOutFailed"),
        description: t("shell.signOutFailedHint"),
      });
      void navigate("/");
    });
}
