import { useNavigate, useSearchParams } from "react-router-dom";
import type { Language } from "#shared/api/language.ts";
import type { SiteTextKey } from "#shared/site/contract.ts";
import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { SiteSettingsForm } from "#client/features/staff/site-settings-form.tsx";
import { SiteTexts } from "#client/features/staff/site-texts.tsx";
import { loadInAllLanguages, t, translateIn } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { getCurrentClaims, toClaimsMarkdown } from "#client/pages/home/landing/current-claims.ts";
import {
  collection,
  communityStats,
  marketingPromises,
} from "#client/pages/home/landing/marketing-claims.ts";
import { legalTexts } from "#client/pages/info/legal-texts.ts";
import { Tabs } from "#client/ui/tabs.tsx";

const path = "/admin/settings";

/** `/admin/settings`; `?tab=texts` edits the texts of the site */
export function SiteSettingsPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const tab = params.get("tab") === "texts" ? "texts" : "settings";
  return (
    <AdminFrame title={t("admin.siteSettings")} isAdminOnly>
      {() => (
        <Tabs
          label={t("admin.siteSettings")}
          tabs={[
            { value: "settings", label: t("siteAdmin.settings") },
            { value: "texts", label: t("siteAdmin.texts") },
          ]}
          value={tab}
          onChange={(value) => void navigate(value === "texts" ? `${path}?tab=texts` : path)}
        >
          {tab === "texts" ? (
            <SiteTexts
              getBuiltInText={getBuiltIn}
              getCurrentClaims={(figures, language) => toClaimsMarkdown(getCurrentClaims(figures), language)}
            />
          ) : (
            <SiteSettingsForm />
          )}
        </Tabs>
      )}
    </AdminFrame>
  );
}

/** The texts that can be edited, in every language. */
export const loadBuiltInTexts = (): Promise<void> => loadInAllLanguages("landing", "legal", "support");

/** The built-in text as Markdown. */
function getBuiltIn(key: SiteTextKey, language: Language): string {
  const product = getProductName();
  const translate = (...[key, values]: Parameters<typeof t>) => translateIn(language, key, values);
  if (key === "careers") return translate("support.careersAbout", { product });
  if (key === "landing") return toClaimsMarkdown([marketingPromises, collection, communityStats], language);
  return legalTexts[key].sections
    .map(
      (section) => `## ${translate(`legal.${section}`)}\n\n${translate(`legal.${section}Text`, { product })}`,
    )
    .join("\n\n");
}
