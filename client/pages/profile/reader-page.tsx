import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { profilesContract } from "#shared/profiles/contract.ts";
import { isEmptyProfile, ShownProfile } from "#client/features/profiles/shown-profile.tsx";
import { query } from "#client/lib/api.ts";
import { usePageTitle } from "#client/lib/page-title.ts";
import { statusOf } from "#client/lib/problem-text.ts";
import { PageNotFound, useRouteParam } from "#client/lib/route-params.ts";
import { useUser } from "#client/lib/session.ts";
import { say } from "#client/lib/words.ts";
import { ButtonLink } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { Faces } from "#client/ui/faces.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";

const Username = z.string().check(z.minLength(1), z.maxLength(60));

/** `/readers/:username`: a reader as they show themselves to other readers. */
export function ReaderPage() {
  const username = useRouteParam("username", Username);
  const me = useUser();
  const profile = useQuery(query(profilesContract.getProfile, { params: { username } }));
  usePageTitle(profile.data?.name ?? null);

  if (statusOf(profile.error) === 404) throw new PageNotFound();
  return (
    <div className="mx-auto max-w-2xl">
      <Faces of={profile} loading={<Skeleton className="h-60 rounded-card" />}>
        {(shown) => (
          <Card>
            <ShownProfile profile={shown} isPage />
            {me?.username === shown.username && (
              <div className="mt-6 flex flex-wrap items-center gap-3 border-line border-t pt-4">
                <p className="text-muted text-small">
                  {say(isEmptyProfile(shown) ? "profiles.nothing" : "profiles.yours")}
                </p>
                <ButtonLink to="/profile" tone="secondary" size="small">
                  {say("profiles.choose")}
                </ButtonLink>
              </div>
            )}
          </Card>
        )}
      </Faces>
    </div>
  );
}
