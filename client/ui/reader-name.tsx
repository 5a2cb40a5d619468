import { Link } from "react-router-dom";

interface ReaderNameProps {
  readonly name: string;
  /** Null where there is no page of theirs to see. */
  readonly username: string | null;
  readonly className?: string;
}

/** A reader's name, the way to what they show of themselves. */
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
