import { useQuery } from "@tanstack/react-query";
import { shelvesContract } from "#shared/shelves/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Section } from "#client/ui/section.tsx";
import { ShelfList } from "./shelf-card.tsx";

/** The shelves of a reader that the user may see; nothing when there are none. */
export function ReaderShelves({ username }: { readonly username: string }) {
  const shelves = useQuery(query(shelvesContract.listReaderShelves, { params: { username } }));
  if (!shelves.data?.length) return null;
  return (
    <div className="mt-8">
      <Section title={t("shelves.title")}>
        <ShelfList shelves={shelves.data} />
      </Section>
    </div>
  );
}
