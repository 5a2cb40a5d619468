import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { opdsRoots } from "#shared/opds/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";

const apps = ["koreader", "readest", "thorium"] as const;

/** The addresses of the catalogue and of the sync for apps, and how they are added there. */
export function ReadingAppSettings() {
  const { data } = useQuery(query(accountsContract.listAppTokens, {}));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t("readingApps.hint")}</p>
      <ul className="flex w-full flex-col divide-y divide-line">
        {(["json", "atom"] as const).map((version) => (
          <AddressRow key={version} version={t(`readingApps.${version}`)} path={opdsRoots[version]} />
        ))}
      </ul>
      <h3 className="font-medium">{t("readingApps.how")}</h3>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {apps.map((app) => (
          <li key={app}>{t(`readingApps.${app}`)}</li>
        ))}
      </ul>
      <h3 className="font-medium">{t("readingApps.sync")}</h3>
      <p className="text-muted">{t("readingApps.syncHint")}</p>
      <ul className="flex w-full flex-col divide-y divide-line">
        <AddressRow version={t("readingApps.koreaderServer")} path="/koreader" />
        {data?.hasKoboSync && <AddressRow version={t("readingApps.koboServer")} path="/kobo/" />}
      </ul>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>{t("readingApps.koreaderSync")}</li>
        {data?.hasKoboSync && <li>{t("readingApps.koboSync")}</li>}
      </ul>
    </div>
  );
}

function AddressRow({ version, path }: { readonly version: string; readonly path: string }) {
  const url = location.origin + path;
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{version}</p>
        <code dir="ltr" className="select-all break-all text-small">
          {url}
        </code>
      </div>
      <IconButton
        label={t("readingApps.copy", { version })}
        icon={<Copy aria-hidden />}
        onClick={() => void copyText(url)}
      />
    </li>
  );
}
