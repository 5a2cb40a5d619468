import { t } from "#client/lib/i18n/i18n.ts";

export interface SampleBook {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly className: string;
}

/** The three built-in books of the carousel and the showcase. */
export const getSampleBooks = (): readonly SampleBook[] => [
  {
    id: "sample-1",
    title: t("landing.sampleTitle1"),
    author: t("landing.sampleAuthor"),
    description: t("landing.sampleText1"),
    className: "bg-primary text-on-primary",
  },
  {
    id: "sample-2",
    title: t("landing.sampleTitle2"),
    author: t("landing.sampleAuthor"),
    description: t("landing.sampleText2"),
    className: "bg-ink text-paper",
  },
  {
    id: "sample-3",
    title: t("landing.sampleTitle3"),
    author: t("landing.sampleAuthor"),
    description: t("landing.sampleText3"),
    className: "bg-line text-ink",
  },
];
