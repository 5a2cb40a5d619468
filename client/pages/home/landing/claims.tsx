import { Fragment } from "react";

/** Marketing claims in one quiet line, apart from figures that are counted. */
export function Claims({
  claims,
  className,
}: {
  readonly claims: readonly string[];
  readonly className?: string;
}) {
  return (
    <p className={className}>
      {claims.map((claim, index) => (
        <Fragment key={claim}>
          {index > 0 && <span aria-hidden> · </span>}
          <bdi className="whitespace-nowrap">{claim}</bdi>
        </Fragment>
      ))}
    </p>
  );
}
