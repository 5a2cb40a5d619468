import { BookOpen, Headphones } from "lucide-react";

/** A book next to headphones. */
export function ReadListenIcon({ className }: { readonly className?: string }) {
  return (
    <span aria-hidden className="inline-flex items-center gap-1 [&_svg]:size-4">
      <BookOpen className={className} />
      <Headphones className={className} />
    </span>
  );
}
