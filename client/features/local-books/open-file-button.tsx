import { FolderOpen } from "lucide-react";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { openPath } from "#shared/routes/shared-file.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { openedFile } from "#client/lib/opened-file.ts";
import { Button } from "#client/ui/forms/button.tsx";

/** Chooses an EPUB of the device; the page that opens files takes it. */
export function OpenFileButton({ tone = "primary" }: { readonly tone?: "primary" | "secondary" }) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  return (
    <>
      <Button tone={tone} icon={<FolderOpen aria-hidden />} onClick={() => input.current?.click()}>
        {t("localBooks.openFile")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".epub,application/epub+zip"
        aria-label={t("localBooks.openFile")}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (!file) return;
          openedFile.set(file);
          void navigate(openPath);
        }}
      />
    </>
  );
}
