import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { Book } from "#shared/books/book.ts";
import { getPrivatePodcastPath, podcastsContract } from "#shared/podcasts/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { CodeField } from "./code-field.tsx";

interface PodcastDialogProps {
  readonly book: Pick<Book, "id" | "title">;
  readonly onClose: () => void;
}

/** The addresses with which podcast apps play a book. */
export function PodcastDialog({ book, onClose }: PodcastDialogProps) {
  const offerQuery = useQuery(query(podcastsContract.getPodcastOffer, { params: { bookId: book.id } }));
  const user = useUser();
  return (
    <Dialog title={t("podcast.title")} isOpen onClose={onClose}>
      <QueryState query={offerQuery} loading={<Skeleton className="h-24" />}>
        {({ publicUrl, isPublicWhole, hasMore }) => (
          <div className="flex flex-col gap-5">
            {publicUrl !== null && (
              <section className="flex flex-col gap-2">
                <h3 className="font-medium">{t("podcast.publicTitle")}</h3>
                <p className="text-muted">{t(isPublicWhole ? "podcast.publicHint" : "podcast.sampleHint")}</p>
                <Address url={publicUrl} />
              </section>
            )}
            {hasMore && (
              <section className="flex flex-col gap-2">
                <h3 className="font-medium">{t("podcast.privateTitle")}</h3>
                <p className="text-muted">{t("podcast.privateHint")}</p>
                {user?.emailVerified ? (
                  <PrivateAddress book={book} onClose={onClose} />
                ) : (
                  <p>{t("podcast.needsEmail")}</p>
                )}
              </section>
            )}
            {publicUrl === null && !hasMore && <p>{t("podcast.none")}</p>}
          </div>
        )}
      </QueryState>
    </Dialog>
  );
}

function Address({ url }: { readonly url: string }) {
  return (
    <>
      <code dir="ltr" className="select-all break-all rounded-control border border-line p-3">
        {url}
      </code>
      <Button
        tone="secondary"
        className="self-end"
        icon={<Copy aria-hidden />}
        onClick={() => void copyText(url)}
      >
        {t("podcast.copy")}
      </Button>
    </>
  );
}

const maxTokenName = 60;

/** Needs the password, because anyone with the address can hear the recordings. */
function PrivateAddress({ book, onClose }: PodcastDialogProps) {
  const [url, setUrl] = useState<string | null>(null);
  const { data: twoFactor } = useQuery(query(accountsContract.getTwoFactor, {}));
  const needsCode = twoFactor?.isOn ?? false;
  const form = useContractForm(accountsContract.createAppToken, {
    values: { code: "", password: "" },
    toInput: ({ code, password }) => ({
      body: {
        name: t("podcast.tokenName", { title: book.title }).slice(0, maxTokenName),
        scopes: ["podcast" as const],
        password,
        ...(code && { code }),
      },
    }),
    errorField: "password",
    onSuccess: ({ secret }) => setUrl(location.origin + getPrivatePodcastPath(book.id, secret)),
  });
  if (url !== null) {
    return (
      <>
        <p>{t("podcast.created")}</p>
        <Address url={url} />
      </>
    );
  }
  const { code, password } = form.values;
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {needsCode && <CodeField {...form.field("code")} maxLength={20} />}
      <PasswordField {...form.field("password")} label={t("auth.password")} autoComplete="current-password" />
      <FormFooter
        submit={t("podcast.create")}
        isDisabled={password === "" || (needsCode && code === "")}
        error={form.error}
        cause={form.cause}
        isPending={form.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
