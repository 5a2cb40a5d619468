import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { Suspense, useState } from "react";
import { type Preferences, ProfileLine, sessionContract } from "#shared/accounts/session-contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Section } from "#client/ui/section.tsx";

const PublicProfileSection = lazyOverlay(
  async () => (await import("./public-profile.tsx")).PublicProfileDialog,
);

export function ProfileVisibility() {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const { isKnown, shows, change } = useVisibleLines();
  if (!user) return null;
  return (
    <Section title={t("profiles.title")}>
      <Card className="flex flex-col gap-2">
        <p role="status" className="mb-2 text-muted">
          {t(shows.size === 0 ? "profiles.hidden" : "profiles.visibleHint")}
        </p>
        {ProfileLine.options.map((line) => (
          <Switch
            key={line}
            label={t(`profiles.line_${line}`)}
            checked={shows.has(line)}
            disabled={!isKnown}
            onChange={(isOn) => change(line, isOn)}
          />
        ))}
        <div className="mt-2">
          <Button tone="secondary" size="small" icon={<Eye aria-hidden />} onClick={() => setOpen(true)}>
            {t("profiles.viewAsOthers")}
          </Button>
        </div>
      </Card>
      <Suspense>
        {isOpen && <PublicProfileSection username={user.username} onClose={() => setOpen(false)} />}
      </Suspense>
    </Section>
  );
}

function useVisibleLines() {
  const client = useQueryClient();
  const requested = query(sessionContract.getPreferences, {});
  const { data } = useQuery(requested);
  const updateMutation = useContractMutation(sessionContract.updatePreferences, {
    replaces: sessionContract.getPreferences,
  });
  const visibleLines: ReadonlySet<ProfileLine> = new Set(data?.profileShows);
  return {
    isKnown: data !== undefined,
    shows: visibleLines,
    change(line: ProfileLine, isOn: boolean) {
      const profileShows = ProfileLine.options.filter((each) =>
        each === line ? isOn : visibleLines.has(each),
      );
      const previous = data;
      client.setQueryData<Preferences>(requested.queryKey, (previous) => ({ ...previous, profileShows }));
      updateMutation
        .mutateAsync({ body: { profileShows } })
        .catch(() => client.setQueryData<Preferences>(requested.queryKey, previous));
    },
  };
}
