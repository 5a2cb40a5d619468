import { ApplicationDraft } from "#shared/authors/contract.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";

export interface ApplicationFormValues {
  readonly name: string;
  readonly about: string;
  /** One URL per line. */
  readonly links: string;
  readonly sample: string;
}

export type ApplicationFormErrors = Partial<Record<keyof ApplicationFormValues, string>>;

const lengths = { about: [40, 2000], sample: [200, 20_000] } as const;
const maxLinks = 5;

export function validateApplication(values: ApplicationFormValues): {
  draft: ApplicationDraft | null;
  errors: ApplicationFormErrors;
} {
  const links = values.links.split("\n").flatMap((line) => line.trim() || []);
  const parsed = ApplicationDraft.safeParse({ ...values, links });
  if (parsed.success) return { draft: parsed.data, errors: {} };
  const invalidFields = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  const errors: ApplicationFormErrors = {
    ...(invalidFields.has("name") && { name: t("authorApplication.fillIn") }),
    ...(invalidFields.has("about") && { about: findLengthProblem("about", values.about) }),
    ...(invalidFields.has("links") && {
      links: t(links.length > maxLinks ? "authorApplication.tooManyLinks" : "authorApplication.badLink"),
    }),
    ...(invalidFields.has("sample") && { sample: findLengthProblem("sample", values.sample) }),
  };
  return { draft: null, errors };
}

function findLengthProblem(field: keyof typeof lengths, text: string): string {
  const [min, max] = lengths[field];
  const length = text.trim().length;
  if (length === 0) return t("authorApplication.fillIn");
  if (length < min)
    return t("authorApplication.tooShort", { n: formatCount(min), have: formatCount(length) });
  if (length > max) return t("authorApplication.tooLong", { n: formatCount(max), have: formatCount(length) });
  return t("common.fieldWrong");
}
