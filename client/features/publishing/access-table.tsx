import { type BookAccessFields, getAccessTo } from "#shared/books/access-policy.ts";
import { PreviewViewer, previewViewers } from "#shared/books/preview.ts";
import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** The rights of guests, readers and supporters in a book once it is published. */
export function AccessTable({ book }: { readonly book: PublishingBook }) {
  const { hasEbook, hasAudiobook, fields, isDemo } = book;
  const { isFree, allowsDownload } = fields;
  const rights: BookAccessFields = {
    id: book.id,
    state: "published",
    isFree,
    isDemo,
    allowsDownload,
    ownerId: null,
    hasEbook,
    hasAudiobook,
  };
  return (
    <table className="w-full text-small">
      <thead>
        <tr>
          <td />
          {hasEbook && <Head text={t("publishing.text")} />}
          {hasAudiobook && <Head text={t("publishing.audio")} />}
          {hasEbook && <Head text={t("publishing.download")} />}
        </tr>
      </thead>
      <tbody>
        {PreviewViewer.options.map((name) => {
          const { read, listen, canDownload } = getAccessTo(rights, previewViewers[name]);
          return (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-2 text-start font-normal">
                {t(`publishing.viewer-${name}`)}
              </th>
              {hasEbook && <Cell text={t(`publishing.portion-${read}`)} />}
              {hasAudiobook && <Cell text={t(`publishing.portion-${listen}`)} />}
              {hasEbook && <Cell text={t(canDownload ? "publishing.yes" : "publishing.no")} />}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const Head = ({ text }: { readonly text: string }) => (
  <th scope="col" className="py-2 ps-2 text-end font-normal text-muted">
    {text}
  </th>
);

const Cell = ({ text }: { readonly text: string }) => <td className="py-2 ps-2 text-end">{text}</td>;
