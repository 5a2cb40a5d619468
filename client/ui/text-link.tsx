import { clsx } from "clsx";
import { Link, type LinkProps } from "react-router-dom";

export function TextLink({ className, ...props }: LinkProps) {
  return (
    <Link
      {...props}
      className={clsx(
        "rounded-sm font-medium text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-primary",
        className,
      )}
    />
  );
}
