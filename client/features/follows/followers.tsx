import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { authorsContract } from "#shared/authors/contract.ts";
import type { ContributorId } from "#shared/books/book.ts";
import {
  announcementsContract,
  maxAnnouncementLength,
  maxAnnouncementsPerWeek,
} from "#shared/follows/announcements-contract.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { VerifyEmailLink } from "#client/ui/feedback/verify-email-link.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { Announcements } from "./announcements.tsx";

const { getFollowers, createAnnouncement, listAnnouncements } = announcementsContract;

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
  const [text, setText] = useState("");
  const [clientId, setClientId] = useState(createId);
  const createMutation = useContractMutation(createAnnouncement, {
    invalidates: [listAnnouncements],
    handlesErrors: true,
  });
  const errors = getFieldErrors(createMutation.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    createMutation.mutate(
      { body: { text, clientId } },
      {
        onSuccess: () => {
          setText("");
          setClientId(createId());
          toast({ title: t("follows.announced") });
        },
      },
    );
  };
  const count = followers.data?.count;
  return (
    <>
      {followers.data && (
        <p className="mb-6 text-body">
          {count == null ? t("follows.fewFollowers") : t("follows.followerCount", { n: count })}
        </p>
      )}
      <form noValidate onSubmit={onSubmit} className="mb-8 flex max-w-2xl flex-col gap-3">
        <TextArea
          label={t("follows.announce")}
          hint={t("follows.announceHint", { n: maxAnnouncementsPerWeek })}
          error={errors["text"]}
          rows={5}
          maxLength={maxAnnouncementLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {createMutation.error && !errors["text"] && (
          <p role="alert" className="text-destructive">
            {getErrorMessage(createMutation.error)} <VerifyEmailLink error={createMutation.error} />
          </p>
        )}
        <Button
          type="submit"
          className="self-start"
          disabled={text.trim() === ""}
          isPending={createMutation.isPending}
        >
          {t("follows.publish")}
        </Button>
      </form>
      <Announcements contributorId={contributorId} isOwn />
    </>
  );
}
