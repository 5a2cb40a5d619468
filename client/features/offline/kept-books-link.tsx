import { Link, useSearchParams } from "react-router-dom";
import { t } from "#client/lib/i18n/i18n.ts";

/** Leads from any screen to what opens without a connection. */
export function KeptBooksLink() {
  const [params] = useSearchParams();
  if (params.get("view") === "downloads") return null;
  return (
    <Link
      to="/library?view=downloads"
      className="relative shrink-0 font-medium underline underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3"
    >
      {t("offline.onDevice")}
    </Link>
  );
}
