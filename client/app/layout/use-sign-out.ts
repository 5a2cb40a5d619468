import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import type { UserId } from "#shared/accounts/user.ts";
import { countUnsentMessages, deleteUnsentMessages } from "#client/features/messages/unsent-storage.ts";
import { signOut } from "#client/lib/api/sign-out.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Store } from "#client/lib/store.ts";
import { toast } from "#client/ui/overlays/toast.ts";

interface UnsentQuestion {
  readonly count: number;
  readonly answer: (isConfirmed: boolean) => void;
}

/** Asks whether to delete messages that were not sent; the shell shows it. */
export const unsentQuestion = new Store<UnsentQuestion | null>(null);

async function confirm(userId: UserId): Promise<boolean> {
  const count = countUnsentMessages(userId);
  if (count === 0) return true;
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      unsentQuestion.set(null);
      resolve(isConfirmed);
    };
    unsentQuestion.set({ count, answer });
  });
}

/** Signs out. Without a connection it opens the landing page, since a navigation would end on the browser's error page. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onUnreachable = () => {
    toast({
      tone: "destructive",
      title: t("shell.signOutFailed"),
      description: t("shell.signOutFailedHint"),
    });
    void navigate("/", { replace: true });
  };
  return () => void signOut(client, { onUnreachable, confirm, deleteUnsent: deleteUnsentMessages });
}
