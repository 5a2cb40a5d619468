import { Download } from "lucide-react";
import type { BookId } from "#shared/books/book.ts";
import { ExportFormat } from "#shared/notebook/export-contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getChosenLanguage } from "#client/lib/i18n/language.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";

/** Downloads the marks of a book or of all books. */
export function ExportMenu({ bookId }: { readonly bookId?: BookId | undefined }) {
  const download = (format: ExportFormat) => {
    const params = new URLSearchParams({ format, language: getChosenLanguage(), ...(bookId && { bookId }) });
    const link = document.createElement("a");
    link.href = `/api/marks/export?${params}`;
    link.download = "";
    link.click();
  };
  return (
    <Menu
      label={t("notebook.export")}
      groups={[
        ExportFormat.options.map((format) => ({
          label: t(`notebook.format_${format}`),
          onSelect: () => download(format),
        })),
      ]}
      trigger={(props) => (
        <Button {...props} tone="secondary" size="small" icon={<Download aria-hidden />}>
          {t("notebook.export")}
        </Button>
      )}
    />
  );
}
