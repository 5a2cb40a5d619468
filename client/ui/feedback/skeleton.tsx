import { clsx } from "clsx";
import { t } from "#client/lib/i18n/i18n.ts";

export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={clsx("skeleton", className)} />;
}

interface SkeletonsProps {
  readonly count: number;
  readonly className?: string;
  readonly children: React.ReactNode;
}

/** Several skeletons, announced once. */
export function Skeletons({ count, className, children }: SkeletonsProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{t("common.loading")}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical items in a fixed order.
        <div key={index} aria-hidden>
          {children}
        </div>
      ))}
    </div>
  );
}
