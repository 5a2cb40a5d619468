import { useQuery } from "@tanstack/react-query";
import { profilesContract } from "#shared/profiles/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { isProfileEmpty, ProfileView } from "./profile-view.tsx";

interface PublicProfileDialogProps {
  readonly username: string;
  readonly onClose: () => void;
}

export function PublicProfileDialog({ username, onClose }: PublicProfileDialogProps) {
  const profile = useQuery(query(profilesContract.getProfile, { params: { username } }));
  return (
    <Dialog title={t("profiles.seen")} isOpen onClose={onClose}>
      <QueryState query={profile} loading={<Skeleton className="h-40 rounded-card" />}>
        {(profile) =>
          isProfileEmpty(profile) ? (
            <p className="text-muted">{t("profiles.hidden")}</p>
          ) : (
            <ProfileView profile={profile} />
          )
        }
      </QueryState>
    </Dialog>
  );
}
