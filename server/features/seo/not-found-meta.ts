import { getDirection, type Language } from "#shared/api/language.ts";
import type { PageMeta } from "#server/http/pages/page-meta.ts";
import { createTranslator } from "#server/i18n/translate.ts";

export function describeNotFoundPage(language: Language): PageMeta {
  const t = createTranslator(language);
  const [title, text] = [t("page.notFound"), t("page.notFoundHint")];
  return {
    status: 404,
    title,
    description: text,
    canonical: null,
    outline: {
      heading: title,
      text,
      language,
      direction: getDirection(language),
      links: [
        { path: "/", label: t("page.home") },
        { path: "/browse", label: t("page.browse") },
      ],
    },
  };
}
