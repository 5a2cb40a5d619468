import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import {
  type BillingInterval,
  type Membership,
  membershipsContract,
  type Offer,
} from "#shared/memberships/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";

/** Both plans with what they open; null for guests. */
export function Plans({ membership }: { readonly membership: Membership | null }) {
  const offers = useQuery(query(membershipsContract.listOffers, {}));
  const offerList = offers.data?.offers ?? [];
  return (
    <div className="grid items-stretch gap-4 md:grid-cols-2">
      <Plan
        title={t("membership.free")}
        price={t("membership.freePrice")}
        features={[t("membership.freeBooks"), t("membership.freeSamples"), t("membership.freeTools")]}
        isCurrent={membership !== null && !membership.isSupporter}
      />
      <Plan
        title={t("membership.supporter")}
        price={offerList.length > 0 ? offerList.map(getPrice).join(" · ") : t("membership.byCode")}
        features={[t("membership.allFree"), t("membership.premiumBooks"), t("membership.supportsAuthors")]}
        isCurrent={membership?.isSupporter === true}
        isHighlighted
      >
        {membership && !membership.subscription && offerList.length > 0 && <Checkout offers={offerList} />}
        {offers.isSuccess && offerList.length === 0 && !membership?.isSupporter && (
          <p className="text-muted text-small">{t("membership.codesOnly")}</p>
        )}
      </Plan>
    </div>
  );
}

function getPrice({ interval, amount, currency }: Offer): string {
  const format = new Intl.NumberFormat(getLocale(), { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const price = format.format(amount / 10 ** digits);
  return t(interval === "year" ? "membership.perYear" : "membership.perMonth", { price });
}

interface PlanProps {
  readonly title: string;
  readonly price: string;
  readonly features: readonly string[];
  readonly isCurrent: boolean;
  readonly isHighlighted?: boolean;
  readonly children?: ReactNode;
}

function Plan({ title, price, features, isCurrent, isHighlighted = false, children }: PlanProps) {
  return (
    <Card className={clsx("flex flex-col gap-4", isHighlighted && "border-accent")}>
      <div>
        <h2 className="flex flex-wrap items-center gap-2 font-semibold font-title text-h3">
          {title}
          {isCurrent && (
            <span className="rounded-full bg-primary/10 px-2.5 py-0.5 font-medium font-ui text-primary text-small">
              {t("membership.current")}
            </span>
          )}
        </h2>
        <p className="mt-1 text-muted">{price}</p>
      </div>
      <ul className="flex flex-1 flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
            {feature}
          </li>
        ))}
      </ul>
      {children}
    </Card>
  );
}

function Checkout({ offers }: { readonly offers: readonly Offer[] }) {
  const checkout = useContractMutation(membershipsContract.startCheckout, { handlesErrors: true });
  const pay = (interval: BillingInterval) =>
    checkout.mutate({ body: { interval } }, { onSuccess: ({ url }) => window.location.assign(url) });
  return (
    <div className="flex flex-col gap-2">
      {offers.map((offer) => (
        <Button
          key={offer.interval}
          tone={offer.interval === "year" ? "primary" : "secondary"}
          isPending={checkout.isPending}
          onClick={() => pay(offer.interval)}
        >
          {t(offer.interval === "year" ? "membership.payYear" : "membership.payMonth", {
            price: getPrice(offer),
          })}
        </Button>
      ))}
      {checkout.error && (
        <p role="alert" className="text-destructive text-small">
          {getErrorMessage(checkout.error)}
        </p>
      )}
      <p className="text-muted text-small">{t("membership.paymentHint")}</p>
    </div>
  );
}
