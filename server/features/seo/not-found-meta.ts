import { getDirection, type Language } from "#shared/api/language.ts";
import type { PageMeta } from "#server/http/pages/page-meta.ts";
import { pageTexts } from "./page-texts.ts";

export function describeNotFoundPage(language: Language): PageMeta {
  const { notFound, notFoundHint: text, home, browse } = pageTexts[language];
  return {
    status: 404,
    title: notFound,
    description: text,
    canonical: null,
    outline: {
      heading: notFound,
      text,
      language,
      direction: getDirection(language),
      links: [
        { path: "/", label: home },
        { path: "/browse", label: browse },
      ],
    },
  };
}
