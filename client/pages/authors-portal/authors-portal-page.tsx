import { ArrowLeft, Upload } from "lucide-react";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { renderStats } from "#client/features/author-stats/render-stats.tsx";
import { AuthorPageForm } from "#client/features/authors/author-page-form.tsx";
import { CorrectionList } from "#client/features/corrections/correction-list.tsx";
import { GlossaryEditor } from "#client/features/dictionary/glossary-editor.tsx";
import { Followers } from "#client/features/follows/followers.tsx";
import { BookEditor } from "#client/features/publishing/book-editor.tsx";
import { Invitations } from "#client/features/publishing/invitations.tsx";
import { PublishingList } from "#client/features/publishing/publishing-list.tsx";
import { RevisionUpload } from "#client/features/uploads/revision-upload.tsx";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Tabs } from "#client/ui/tabs.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const Tab = z.enum(["books", "corrections", "followers", "page"]);
type Tab = z.infer<typeof Tab>;

const path = "/authors-portal";
const editPath = (bookId: string) => `${path}?book=${bookId}`;

/** `/authors-portal`: an author's books; with `?book=` one of them. */
export function AuthorsPortalPage() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const bookId = BookId.safeParse(params.get("book")).data;
  usePageTitle(t("publishing.portal"));
  if (!user) return null;
  if (!user.isAuthor) return <Navigate replace to="/author-auth" />;
  if (bookId) {
    return (
      <>
        <TextLink to={path} className="mb-3 inline-flex min-h-11 items-center gap-1.5">
          <ArrowLeft aria-hidden className="size-5" />
          {t("publishing.backToBooks")}
        </TextLink>
        <PageHeader title={t("publishing.editBook")} />
        <BookEditor
          key={bookId}
          bookId={bookId}
          user={user}
          pathAfterDelete={path}
          getEditPath={editPath}
          renderStats={renderStats}
          renderGlossary={({ id }) => <GlossaryEditor bookId={id} />}
          renderNewFiles={({ id, fields }) => (
            <RevisionUpload bookId={id} title={fields.title} userId={user.id} />
          )}
        />
      </>
    );
  }
  return <Portal tab={Tab.safeParse(params.get("tab")).data ?? "books"} />;
}

function Portal({ tab }: { readonly tab: Tab }) {
  const navigate = useNavigate();
  const upload = (
    <ButtonLink to="/upload" icon={<Upload aria-hidden />}>
      {t("publishing.newBook")}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={t("publishing.portal")} hint={t("publishing.portalHint")} actions={upload} />
      <Tabs
        label={t("publishing.tabs")}
        tabs={[
          { value: "books", label: t("publishing.books") },
          { value: "corrections", label: t("corrections.title") },
          { value: "followers", label: t("follows.followers") },
          { value: "page", label: t("publishing.authorPage") },
        ]}
        value={tab}
        onChange={(value) => void navigate(value === "books" ? path : `${path}?tab=${value}`)}
        isPageWide
      >
        {tab === "page" && <AuthorPageForm />}
        {tab === "followers" && <Followers />}
        {tab === "corrections" && <CorrectionList getEditPath={editPath} />}
        {tab === "books" && <Invitations />}
        {tab === "books" && (
          <PublishingList
            scope="own"
            getEditPath={editPath}
            empty={
              <EmptyState
                title={t("publishing.noOwnBooks")}
                hint={t("publishing.noOwnBooksHint")}
                action={upload}
              />
            }
          />
        )}
      </Tabs>
    </>
  );
}
