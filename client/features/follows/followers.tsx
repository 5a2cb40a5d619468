import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { authorsContract } from "#shared/authors/contract.ts";
import type { ContributorId } from "#shared/books/book.ts";
import { announcementsContract, maxAnnouncementsPerWeek } from "#shared/follows/announcements-contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { Announcements } from "./announcements.tsx";

const { getFollowers, createAnnouncement } = announcementsContract;

/** The authors' portal: how many follow, and announcements to them. */
export function Followers() {
  const page = useQuery(query(authorsContract.getAuthorPage, {}));
  return (
    <QueryState query={page} loading={<Skeleton className="h-80" />} errorTitle={t("publishing.loadFailed")}>
      {(data) =>
        data ? (
          <AuthorFollowers contributorId={data.contributorId} />
        ) : (
          <EmptyState title={t("publishing.noAuthorPage")} hint={t("publishing.noAuthorPageHint")} />
        )
      }
    </QueryState>
  );
}

function AuthorFollowers({ contributorId }: { readonly contributorId: ContributorId }) {
  const followers = useQuery(query(getFollowers, {}));
  const [clientId, setClientId] = useState(createId);
  const form = useContractForm(createAnnouncement, {
    values: { text: "" },
    toInput: ({ text }) => ({ body: { text, clientId } }),
    warnsUnsaved: true,
    onSuccess: () => {
      form.reset({ text: "" });
      setClientId(createId());
      toast({ title: t("follows.announced") });
    },
  });
  const count = followers.data?.count;
  return (
    <>
      {followers.data && (
        <p className="mb-6 text-body">
          {count == null ? t("follows.fewFollowers") : t("follows.followerCount", { n: count })}
        </p>
      )}
      <form {...form.props} className="mb-8 flex max-w-2xl flex-col gap-3">
        <TextArea
          {...form.field("text")}
          label={t("follows.announce")}
          hint={t("follows.announceHint", { n: maxAnnouncementsPerWeek })}
          rows={5}
        />
        <FormError error={form.error} cause={form.cause} />
        <Button
          type="submit"
          className="self-start"
          disabled={form.values.text.trim() === ""}
          isPending={form.isPending}
        >
          {t("follows.publish")}
        </Button>
      </form>
      <Announcements contributorId={contributorId} isOwn />
    </>
  );
}
