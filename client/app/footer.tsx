import { Link } from "react-router-dom";
import { productName } from "#client/lib/product.ts";
import { useUser } from "#client/lib/session.ts";
import { say } from "#client/lib/words.ts";
import { browsePlaces, type Destination, ownPlaces } from "./places.tsx";
import { Wordmark } from "./wordmark.tsx";

const signIn: Destination = { to: "/auth", text: "common.signIn", icon: null };

/** The end of every page. Its Support and social columns come with the pages they lead to. */
export function Footer() {
  const user = useUser();
  return (
    <footer className="mt-12 border-line border-t bg-surface">
      <div className="mx-auto grid max-w-page grid-cols-2 gap-8 px-4 py-10 sm:grid-cols-[2fr_1fr_1fr] sm:px-6">
        <div className="max-sm:col-span-2">
          <Wordmark />
          <p className="mt-2 max-w-sm text-muted text-small">
            {say("shell.footerText", { product: productName() })}
          </p>
        </div>
        <Column title={say("shell.browse")} places={browsePlaces} />
        <Column title={say("shell.account")} places={user ? ownPlaces : [signIn]} />
      </div>
    </footer>
  );
}

function Column({ title, places }: { readonly title: string; readonly places: readonly Destination[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-1 font-semibold text-small">{title}</h2>
      <ul>
        {places.map(({ to, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center text-muted text-small hover:text-ink hover:underline hover:underline-offset-4"
            >
              {say(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
