import { useQuery } from "@tanstack/react-query";
import { Moon } from "lucide-react";
import { booksContract } from "#shared/books/contract.ts";
import { communityChallengesContract } from "#shared/challenges/community.ts";
import { type Challenge, type ChallengeId, GoalType } from "#shared/challenges/contract.ts";
import { type ChallengeFields, challengesStaffContract } from "#shared/challenges/staff.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { findRamadan, toUmmAlQuraDay } from "#shared/reading-activity/hijri.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import type { FormHandle } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { BookSearch } from "#client/ui/books/book-search.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { createChallenge, updateChallenge } = challengesStaffContract;
const { createCommunityChallenge, updateCommunityChallenge } = communityChallengesContract;
const dayMs = 86_400_000;
const getDay = (at: Date) => at.toISOString().slice(0, 10);

/** A date of the form in the Hijri calendar; undefined while it is incomplete. */
function formatHijri(day: string): string | undefined {
  if (Number.isNaN(Date.parse(day))) return undefined;
  const format = new Intl.DateTimeFormat(getLocale(), {
    dateStyle: "long",
    timeZone: "UTC",
    calendar: "islamic-umalqura",
  });
  return format.format(new Date(toUmmAlQuraDay(day)));
}

type Books = Challenge["books"];
type Fields = Omit<ChallengeFields, "goal" | "bookIds"> & {
  readonly goal: string;
  readonly bookIds: Books;
};

function toFields(challenge: Challenge | null): Fields {
  if (!challenge) {
    const [startsOn, endsOn] = [new Date(), new Date(Date.now() + 29 * dayMs)].map(getDay);
    const dates = { startsOn: startsOn ?? "", endsOn: endsOn ?? "" };
    return { title: "", description: "", goal: "3", goalType: "books", genre: null, bookIds: [], ...dates };
  }
  const { title, description, titleArabic, descriptionArabic } = challenge;
  const { goal, goalType, genre, books, startsAt, endsAt } = challenge;
  const dates = { startsOn: getDay(startsAt), endsOn: getDay(new Date(endsAt.getTime() - 1)) };
  const texts = { title, description, titleArabic, descriptionArabic };
  return { ...texts, goal: String(goal), goalType, genre, bookIds: books, ...dates };
}

/** A challenge of the coming Ramadan: a day counts with any reading or listening. */
function getRamadanTemplate(): Partial<Fields> {
  const { year, ...dates } = findRamadan(getDay(new Date()));
  const values = { year: String(year) };
  return {
    title: t("challenge.ramadanTitle", values),
    description: t("challenge.ramadanDescription", values),
    goal: "29",
    goalType: "days",
    genre: null,
    bookIds: [],
    ...dates,
  };
}

interface ChallengeFormProps {
  /** Null for a new one. */
  readonly challenge: Challenge | null;
  /** Undefined for a challenge of the site. */
  readonly communityId?: CommunityId;
  readonly onClose: () => void;
}

/** The call that saves a challenge of the site or of a community. */
function getSaveCall(challengeId: ChallengeId | undefined, communityId: CommunityId | undefined) {
  if (communityId && challengeId)
    return { contract: updateCommunityChallenge, params: { communityId, challengeId } };
  if (communityId) return { contract: createCommunityChallenge, params: { communityId } };
  if (challengeId) return { contract: updateChallenge, params: { challengeId } };
  return { contract: createChallenge };
}

/** Creates or edits a challenge of the site or of a community. */
export function ChallengeForm({ challenge, communityId, onClose }: ChallengeFormProps) {
  const { contract, params } = getSaveCall(challenge?.id, communityId);
  const form = useContractForm(contract, {
    values: toFields(challenge),
    toInput: (values) => ({
      params,
      body: { ...values, goal: Number(values.goal), bookIds: values.bookIds.map(({ id }) => id) },
    }),
    warnsUnsaved: true,
    onSuccess: () => {
      toast({ title: t("challenge.created") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(challenge ? "challenge.editChallenge" : "challenge.newChallenge")}
      submit={t("common.save")}
      onClose={onClose}
    >
      {!challenge && (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          icon={<Moon aria-hidden />}
          onClick={() => form.set(getRamadanTemplate())}
        >
          {t("challenge.ramadanTemplate")}
        </Button>
      )}
      <FormFields form={form} isSiteChallenge={!communityId} />
    </FormDialog>
  );
}

interface FieldsProps {
  readonly form: FormHandle<Fields>;
  readonly isSiteChallenge: boolean;
}

function FormFields({ form, isSiteChallenge }: FieldsProps) {
  const genres = useQuery(query(booksContract.listGenres, {}));
  const { startsOn, endsOn, genre } = form.values;
  return (
    <>
      <TextField {...form.field("title")} label={t("challenge.titleField")} />
      <TextArea {...form.field("description")} label={t("challenge.descriptionField")} rows={3} />
      {isSiteChallenge && <ArabicTexts form={form} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...form.field("goalType")}
          label={t("challenge.goalKind")}
          options={GoalType.options.map((value) => ({ value, label: t(`challenge.goalKind-${value}`) }))}
        />
        <TextField {...form.field("goal")} label={t("challenge.goalField")} type="number" />
        <DateField {...form.field("startsOn")} label={t("challenge.startsOn")} hint={formatHijri(startsOn)} />
        <DateField {...form.field("endsOn")} label={t("challenge.endsOn")} hint={formatHijri(endsOn)} />
      </div>
      <Select
        {...form.field("genre")}
        label={t("challenge.genreField")}
        options={[
          { value: "", label: t("challenge.anyGenre") },
          ...(genres.data ?? []).map(({ name }) => ({ value: name, label: getGenreName(name) })),
        ]}
        value={genre ?? ""}
        onChange={(chosen) => form.set({ genre: chosen || null })}
      />
      <BooksField {...form.field("bookIds")} />
    </>
  );
}

function ArabicTexts({ form }: Pick<FieldsProps, "form">) {
  const { titleArabic = "", descriptionArabic = "" } = form.values;
  return (
    <>
      <TextField
        {...form.field("titleArabic")}
        label={t("challenge.titleArabicField")}
        hint={t("challenge.arabicHint")}
        dir="rtl"
        lang="ar"
        value={titleArabic}
      />
      <TextArea
        {...form.field("descriptionArabic")}
        label={t("challenge.descriptionArabicField")}
        rows={3}
        dir="rtl"
        lang="ar"
        value={descriptionArabic}
      />
    </>
  );
}

interface BooksFieldProps {
  readonly value: Books;
  readonly error: string | undefined;
  readonly onChange: (books: Books) => void;
}

/** The books that count; all books when empty. */
function BooksField({ value: books, error, onChange }: BooksFieldProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-small">{t("challenge.booksField")}</legend>
      <p className="text-muted text-small">{books.length === 0 ? t("challenge.booksFieldHint") : error}</p>
      <ul className="flex flex-col gap-1">
        {books.map(({ id, title }) => (
          <li key={id} className="flex items-center justify-between gap-2">
            <bdi className="min-w-0 truncate">{title}</bdi>
            <Button
              tone="quiet"
              size="small"
              onClick={() => onChange(books.filter((book) => book.id !== id))}
            >
              {t("challenge.removeBook")}
              <span className="sr-only">: {title}</span>
            </Button>
          </li>
        ))}
      </ul>
      <BookSearch
        label={t("challenge.addBook")}
        onChoose={({ id, title }) => onChange([...books.filter((book) => book.id !== id), { id, title }])}
      />
    </fieldset>
  );
}
