import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { countryDefaults } from "#shared/prayer/country-defaults.ts";
import { defaultsContract, type SiteDefault } from "#shared/prayer/defaults.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Section } from "#client/ui/section.tsx";
import { getCountryName, sortByName } from "./countries.ts";
import { DefaultDialog } from "./default-dialog.tsx";
import { DefaultsTable } from "./defaults-table.tsx";

export function DefaultsPanel() {
  const defaults = useQuery(query(defaultsContract.listDefaults, {}));
  const [edited, setEdited] = useState<string | "new" | null>(null);
  return (
    <Section title={t("athan.defaults")}>
      <p className="mb-4 max-w-measure text-muted">{t("athan.defaultsHint")}</p>
      <QueryState
        query={defaults}
        loading={<Skeleton className="h-96 rounded-card" />}
        errorTitle={t("athan.defaultsFailed")}
      >
        {(siteDefaults) => (
          <>
            <DefaultsTable rows={getRows(siteDefaults)} onEdit={setEdited} />
            <Button
              tone="secondary"
              icon={<Plus aria-hidden />}
              className="mt-4"
              onClick={() => setEdited("new")}
            >
              {t("athan.otherCountry")}
            </Button>
            {edited !== null && (
              <DefaultDialog
                country={edited === "new" ? null : edited}
                siteDefaults={siteDefaults}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
}

function getRows(siteDefaults: readonly SiteDefault[]) {
  const customized = new Map(siteDefaults.map((each) => [each.country, each]));
  const builtIn = Object.entries(countryDefaults).map(([country, defaults]) => ({ country, ...defaults }));
  const rows = [...builtIn.filter(({ country }) => !customized.has(country)), ...siteDefaults];
  return sortByName(
    rows.map((row) => ({
      ...row,
      label: getCountryName(row.country),
      isCustomized: customized.has(row.country),
    })),
  );
}
