import { Link } from "react-router-dom";

interface ReaderNameProps {
  readonly name: string;
  /** Null without a public profile. */
  readonly username: string | null;
  readonly className?: string;
}

/** A reader's name, linked to their profile. */
export function ReaderName({ name, username, className }: ReaderNameProps) {
  return (
    <span dir="auto" className={className}>
      {username === null ? (
        name
      ) : (
        <Link to={`/readers/${encodeURIComponent(username)}`} className="text-ink hover:text-primary">
          {name}
        </Link>
      )}
    </span>
  );
}
