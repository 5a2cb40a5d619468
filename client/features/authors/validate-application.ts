import { ApplicationDraft } from "#shared/authors/contract.ts";
import type { FormErrors } from "#client/lib/forms/use-form.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";

export interface ApplicationFormValues {
  readonly name: string;
  readonly about: string;
  /** One URL per line. */
  readonly links: string;
  readonly sample: string;
}

const lengths = { about: [40, 2000], sample: [200, 20_000] } as const;
const maxLinks = 5;

/** A link per line. */
export const toDraft = (values: ApplicationFormValues): ApplicationDraft => ({
  ...values,
  links: values.links.split("\n").flatMap((line) => line.trim() || []),
});

export function findApplicationErrors(values: ApplicationFormValues): FormErrors<ApplicationFormValues> {
  const draft = toDraft(values);
  const { error } = ApplicationDraft.safeParse(draft);
  const invalidFields = new Set(error?.issues.map(({ path }) => String(path[0])));
  return {
    ...(invalidFields.has("name") && { name: t("authorApplication.fillIn") }),
    ...(invalidFields.has("about") && { about: findLengthProblem("about", values.about) }),
    ...(invalidFields.has("links") && {
      links: t(
        draft.links.length > maxLinks ? "authorApplication.tooManyLinks" : "authorApplication.badLink",
      ),
    }),
    ...(invalidFields.has("sample") && { sample: findLengthProblem("sample", values.sample) }),
  };
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
