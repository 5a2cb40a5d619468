import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import * as z from "zod/mini";
import { profilesContract } from "#shared/profiles/contract.ts";
import { ReportContent, type ReportedSubject } from "#client/features/moderation/report-content.tsx";
import { RelationButtons } from "#client/features/people/relation-buttons.tsx";
import { isProfileEmpty, ProfileView } from "#client/features/profiles/profile-view.tsx";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { PageNotFoundError, useRouteParam } from "#client/lib/hooks/route-params.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";

const ReaderShelves = lazyComponent(async () => {
  const [module] = await Promise.all([
    import("#client/features/shelves/reader-shelves.tsx"),
    loadMessages("shelves"),
  ]);
  return module.ReaderShelves;
});

const Username = z.string().check(z.minLength(1), z.maxLength(60));

/** `/readers/:username`: a reader's public profile. */
export function ReaderPage() {
  const username = useRouteParam("username", Username);
  const me = useUser();
  const profile = useQuery(query(profilesContract.getProfile, { params: { username } }));
  const [reported, setReported] = useState<ReportedSubject | null>(null);
  usePageTitle(profile.data?.name ?? null);

  if (getErrorStatus(profile.error) === 404) throw new PageNotFoundError();
  return (
    <div className="max-w-3xl">
      <QueryState query={profile} loading={<Skeleton className="h-60 rounded-card" />}>
        {(shown) => (
          <>
            <Card>
              <ProfileView profile={shown} isPage />
              {me?.id !== shown.id && isProfileEmpty(shown) && (
                <p className="mt-4 text-muted">{t("profiles.private")}</p>
              )}
              {me && me.id !== shown.id && (
                <div className="mt-6 border-line border-t pt-4">
                  <RelationButtons
                    userId={shown.id}
                    username={shown.username}
                    onReport={() => setReported({ type: "person", id: shown.id })}
                  />
                </div>
              )}
              {reported && <ReportContent subject={reported} onClose={() => setReported(null)} />}
              {me?.username === shown.username && (
                <div className="mt-6 flex flex-wrap items-center gap-3 border-line border-t pt-4">
                  <p className="text-muted text-small">
                    {t(isProfileEmpty(shown) ? "profiles.hidden" : "profiles.ownHint")}
                  </p>
                  <ButtonLink to="/profile?part=privacy" tone="secondary" size="small">
                    {t("profiles.editVisibility")}
                  </ButtonLink>
                </div>
              )}
            </Card>
            <Suspense>
              <ReaderShelves username={shown.username} />
            </Suspense>
          </>
        )}
      </QueryState>
    </div>
  );
}
