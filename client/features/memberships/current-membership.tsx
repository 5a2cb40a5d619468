import { HeartHandshake } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { type Membership, membershipsContract, type Subscription } from "#shared/memberships/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";

/** The running membership, with its end and what can be changed. */
export function CurrentMembership({ membership }: { readonly membership: Membership }) {
  const { subscription, grantedUntil, isSupporter } = membership;
  const [params] = useSearchParams();
  const isPaying = params.get("paid") === "yes" && !subscription;
  if (!isSupporter && !subscription && !isPaying) return null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="flex items-center gap-2 font-semibold font-title text-h3">
        <HeartHandshake aria-hidden className="size-6 text-primary" />
        {t(isPaying ? "membership.confirming" : isSupporter ? "membership.thanks" : "membership.ended")}
      </h2>
      {isPaying && <p role="status">{t("membership.confirmingHint")}</p>}
      {grantedUntil && <p>{t("membership.grantedUntil", { day: formatCalendarDay(grantedUntil) })}</p>}
      {subscription && <Billing subscription={subscription} />}
    </Card>
  );
}

function Billing({ subscription }: { readonly subscription: Subscription }) {
  const renewal = useContractMutation(membershipsContract.setRenewal, {
    handlesErrors: true,
  });
  const billingMutation = useContractMutation(membershipsContract.openBilling, { handlesErrors: true });
  const error = renewal.error ?? billingMutation.error;
  return (
    <>
      <p>{getSubscriptionText(subscription)}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="secondary"
          isPending={billingMutation.isPending}
          onClick={() => billingMutation.mutate({}, { onSuccess: ({ url }) => window.location.assign(url) })}
        >
          {t("membership.billing")}
        </Button>
        {subscription.status !== "ended" && (
          <Button
            tone="quiet"
            isPending={renewal.isPending}
            onClick={() => renewal.mutate({ body: { renews: subscription.cancelAtPeriodEnd } })}
          >
            {t(subscription.cancelAtPeriodEnd ? "membership.resume" : "membership.cancel")}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-destructive text-small">
          {getErrorMessage(error)}
        </p>
      )}
    </>
  );
}

function getSubscriptionText({ status, periodEnd, cancelAtPeriodEnd }: Subscription): string {
  const day = periodEnd ? formatCalendarDay(periodEnd) : "";
  if (status === "past-due") return t("membership.pastDue", { day });
  if (status === "ended" || cancelAtPeriodEnd) return t("membership.endsOn", { day });
  return t("membership.renewsOn", { day });
}
