import { Link } from "react-router-dom";
import { getProductName } from "#client/lib/product.ts";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";

export function Logo() {
  return (
    <Link
      to="/"
      className="flex min-h-11 shrink-0 items-center gap-2 rounded-control font-semibold font-title text-h3 text-primary"
    >
      <EightPointStar className="stroke-3 size-7 text-accent" />
      {getProductName()}
    </Link>
  );
}
