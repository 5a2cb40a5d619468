import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { ManageChallenges } from "#client/features/challenges/manage-challenges.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/challenges` */
export function ManageChallengesPage() {
  return (
    <AdminFrame title={t("challenge.manage")} hint={t("challenge.manageHint")}>
      {(_dashboard, user) => <ManageChallenges canDelete={user.isAdmin} />}
    </AdminFrame>
  );
}
