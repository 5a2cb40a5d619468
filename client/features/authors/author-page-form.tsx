import { useQuery } from "@tanstack/react-query";
import { type AuthorPage, authorsContract } from "#shared/authors/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";

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
  const form = useContractForm(authorsContract.editAuthorPage, {
    values: { bio: page.bio, links: page.links.join("\n"), showsPicture: page.showsPicture },
    toInput: ({ links, ...values }) => ({ body: { ...values, links: links.split(/\s+/).filter(Boolean) } }),
    warnsUnsaved: true,
    onSuccess: () => toast({ title: t("publishing.saved") }),
  });
  return (
    <form {...form.props} className="flex max-w-2xl flex-col gap-5">
      <TextLink to={`/author/${page.contributorId}`} className="inline-flex min-h-11 w-fit items-center">
        {t("publishing.viewAuthorPage", { name: page.name })}
      </TextLink>
      <TextArea {...form.field("bio")} label={t("publishing.bio")} rows={8} />
      <TextArea
        {...form.field("links")}
        label={t("publishing.links")}
        hint={t("publishing.linksHint")}
        dir="ltr"
      />
      <Switch
        {...form.toggle("showsPicture")}
        label={t("publishing.showsPicture")}
        disabled={user?.profileImageUrl === ""}
      />
      <p className="text-muted text-small">
        <TextLink to="/settings">{t("publishing.changePicture")}</TextLink>
      </p>
      <FormError error={form.error} cause={form.cause} />
      <Button type="submit" className="self-start" isPending={form.isPending}>
        {t("common.save")}
      </Button>
    </form>
  );
}
