import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { contactTopics } from "#shared/support/contract.ts";
import { ContactForm } from "#client/features/support/contact-form.tsx";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** `/contact-us`; `?topic=` preselects the topic */
export function ContactPage() {
  usePageTitle(t("support.contactTitle"));
  const { user, isLoading } = useSession();
  const [params] = useSearchParams();
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const topic = contactTopics.find((known) => known === params.get("topic")) ?? "other";
  const name = user ? [user.firstName, user.lastName].filter(Boolean).join(" ") : "";

  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t("support.contactTitle")}
        hint={
          <>
            {t("support.contactHint")} <TextLink to="/help-center">{t("support.toHelp")}</TextLink>
          </>
        }
      />
      <Card>
        {isLoading && <Spinner />}
        {!isLoading && sentFrom !== null && (
          <SentConfirmation email={sentFrom} onRetry={() => setSentFrom(null)} />
        )}
        {!isLoading && sentFrom === null && (
          <ContactForm
            initialValues={{ name, email: user?.email ?? "", topic, message: "", website: "" }}
            onSent={(email) => {
              setSentFrom(email);
              window.scrollTo(0, 0);
            }}
          />
        )}
      </Card>
    </div>
  );
}

function SentConfirmation({ email, onRetry }: { readonly email: string; readonly onRetry: () => void }) {
  return (
    <div role="status" className="flex flex-col items-center gap-3 py-6 text-center">
      <MailCheck aria-hidden className="size-10 text-primary" />
      <h2 className="font-semibold font-title text-h3">{t("support.sentTitle")}</h2>
      <p className="text-muted">{t("support.sentText", { email })}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <ButtonLink to="/browse">{t("shell.browseBooks")}</ButtonLink>
        <Button tone="secondary" onClick={onRetry}>
          {t("support.writeAnother")}
        </Button>
      </div>
    </div>
  );
}
