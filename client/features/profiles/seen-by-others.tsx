import { useQuery } from "@tanstack/react-query";
import { profilesContract } from "#shared/profiles/contract.ts";
import { query } from "#client/lib/api.ts";
import { say } from "#client/lib/words.ts";
import { Dialog } from "#client/ui/dialog.tsx";
import { Faces } from "#client/ui/faces.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { isEmptyProfile, ShownProfile } from "./shown-profile.tsx";

interface SeenByOthersProps {
  readonly username: string;
  readonly onClose: () => void;
}

/** A profile as the server gives it to others. */
export function SeenByOthers({ username, onClose }: SeenByOthersProps) {
  const profile = useQuery({
    ...query(profilesContract.getProfile, { params: { username } }),
    refetchOnMount: "always",
  });
  return (
    <Dialog title={say("profiles.seen")} isOpen onClose={onClose}>
      <Faces of={profile} loading={<Skeleton className="h-40 rounded-card" />}>
        {(seen) =>
          isEmptyProfile(seen) ? (
            <p className="text-muted">{say("profiles.nothing")}</p>
          ) : (
            <ShownProfile profile={seen} />
          )
        }
      </Faces>
    </Dialog>
  );
}
