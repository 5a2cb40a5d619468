import { Download } from "lucide-react";
import { getUrl } from "#shared/api/http-client.ts";
import { LibraryExportFormat, libraryStreams } from "#shared/library/export-contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";

/** Downloads the library in the format of another site. */
export function LibraryExport() {
  const download = (format: LibraryExportFormat) => {
    const link = document.createElement("a");
    link.href = getUrl(libraryStreams.exportLibrary, { query: { format } });
    link.download = "";
    link.click();
  };
  return (
    <Menu
      label={t("shelfImport.export")}
      groups={[
        LibraryExportFormat.options.map((format) => ({
          label: t(`shelfImport.export_${format}`),
          onSelect: () => download(format),
        })),
      ]}
      trigger={(props) => (
        <Button {...props} tone="secondary" size="small" icon={<Download aria-hidden />}>
          {t("shelfImport.export")}
        </Button>
      )}
    />
  );
}
