import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type AuthorPage, authorsContract } from "#shared/authors/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";

const options = {
  invalidates: [authorsContract.getAuthorPage, booksContract.getContributor],
  handlesErrors: true,
};

/** The author's own page: biography, links and picture. */
export function AuthorPageForm() {
  const page = useQuery(query(authorsContract.getAuthorPage, {}));
  return (
    <QueryState query={page} loading={<Skeleton className="h-80" />} errorTitle={t("publishing.loadFailed")}>
      {(data) =>
        data ? (
          <PageForm page={data} />
        ) : (
          <EmptyState title={t("publishing.noAuthorPage")} hint={t("publishing.noAuthorPageHint")} />
        )
      }
    </QueryState>
  );
}

function PageForm({ page }: { readonly page: AuthorPage }) {
  const { user } = useSession();
  const [bio, setBio] = useState(page.bio);
  const [links, setLinks] = useState(page.links.join("\n"));
  const [showsPicture, setShowsPicture] = useState(page.showsPicture);
  const save = useContractMutation(authorsContract.editAuthorPage, options);
  const errors = getFieldErrors(save.error);
  const linkError = Object.entries(errors).find(([name]) => name.startsWith("links"))?.[1];
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const list = links.split(/\s+/).filter(Boolean);
    save.mutate(
      { body: { bio, links: list, showsPicture } },
      { onSuccess: () => toast({ title: t("publishing.saved") }) },
    );
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-2xl flex-col gap-5">
      <TextLink to={`/author/${page.contributorId}`} className="inline-flex min-h-11 w-fit items-center">
        {t("publishing.viewAuthorPage", { name: page.name })}
      </TextLink>
      <TextArea
        label={t("publishing.bio")}
        rows={8}
        maxLength={4000}
        error={errors["bio"]}
        value={bio}
        onChange={({ target }) => setBio(target.value)}
      />
      <TextArea
        label={t("publishing.links")}
        hint={t("publishing.linksHint")}
        rows={4}
        dir="ltr"
        error={linkError}
        value={links}
        onChange={({ target }) => setLinks(target.value)}
      />
      <Switch
        label={t("publishing.showsPicture")}
        checked={showsPicture}
        disabled={user?.profileImageUrl === ""}
        onChange={setShowsPicture}
      />
      <p className="text-muted text-small">
        <TextLink to="/settings">{t("publishing.changePicture")}</TextLink>
      </p>
      {save.error && !linkError && !errors["bio"] && (
        <p role="alert" className="text-destructive">
          {getErrorMessage(save.error)}
        </p>
      )}
      <Button type="submit" className="self-start" isPending={save.isPending}>
        {t("common.save")}
      </Button>
    </form>
  );
}
