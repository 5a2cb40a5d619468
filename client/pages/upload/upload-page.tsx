import { isStaff } from "#shared/accounts/user.ts";
import { BookUpload } from "#client/features/uploads/book-upload.tsx";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/upload` and `/upload-book`: authors upload books. */
export function UploadPage() {
  const { user } = useSession();
  usePageTitle(t("upload.title"));
  if (!user) return null;
  return (
    <div className="max-w-3xl">
      <PageHeader title={t("upload.title")} hint={t("upload.hint")} />
      {user.isAuthor || isStaff(user) ? <BookUpload userId={user.id} /> : <AuthorsOnly />}
    </div>
  );
}

function AuthorsOnly() {
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="font-semibold font-title text-h3">{t("upload.authorsOnly")}</h2>
      <p className="text-muted">{t("upload.authorsOnlyHint")}</p>
      <ButtonLink to="/author-auth">{t("upload.apply")}</ButtonLink>
    </Card>
  );
}
