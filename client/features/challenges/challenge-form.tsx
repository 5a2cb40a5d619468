import { useQuery } from "@tanstack/react-query";
import { Moon } from "lucide-react";
import { type FormEvent, useState } from "react";
import { booksContract } from "#shared/books/contract.ts";
import { communityChallengesContract } from "#shared/challenges/community.ts";
import { type Challenge, challengesContract, GoalType } from "#shared/challenges/contract.ts";
import { type ChallengeFields, challengesStaffContract } from "#shared/challenges/staff.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { findRamadan, toUmmAlQuraDay } from "#shared/reading-activity/hijri.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { getGenreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { BookSearch } from "#client/ui/books/book-search.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { listAllChallenges, createChallenge, updateChallenge } = challengesStaffContract;
const { listCommunityChallenges, createCommunityChallenge, updateCommunityChallenge } =
  communityChallengesContract;
const { listActive, listUpcoming, listPast, getChallenge } = challengesContract;
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
type Fields = Omit<ChallengeFields, "bookIds"> & { readonly books: Books };

function toFields(challenge: Challenge | null): Fields {
  if (!challenge) {
    const [startsOn, endsOn] = [new Date(), new Date(Date.now() + 29 * dayMs)].map(getDay);
    const dates = { startsOn: startsOn ?? "", endsOn: endsOn ?? "" };
    return { title: "", description: "", goal: 3, goalType: "books", genre: null, books: [], ...dates };
  }
  const { title, description, titleArabic, descriptionArabic } = challenge;
  const { goal, goalType, genre, books, startsAt, endsAt } = challenge;
  const dates = { startsOn: getDay(startsAt), endsOn: getDay(new Date(endsAt.getTime() - 1)) };
  const texts = { title, description, titleArabic, descriptionArabic };
  return { ...texts, goal, goalType, genre, books, ...dates };
}

/** A challenge of the coming Ramadan: a day counts with any reading or listening. */
function getRamadanTemplate(): Partial<Fields> {
  const { year, ...dates } = findRamadan(getDay(new Date()));
  const values = { year: String(year) };
  return {
    title: t("challenge.ramadanTitle", values),
    description: t("challenge.ramadanDescription", values),
    goal: 29,
    goalType: "days",
    genre: null,
    books: [],
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

function useSaveChallenge(challenge: Challenge | null, communityId: CommunityId | undefined) {
  const options = {
    invalidates: [
      listAllChallenges,
      listCommunityChallenges,
      listActive,
      listUpcoming,
      listPast,
      getChallenge,
    ],
    handlesErrors: true,
  };
  const createMutation = useContractMutation(createChallenge, options);
  const updateMutation = useContractMutation(updateChallenge, options);
  const createInCommunityMutation = useContractMutation(createCommunityChallenge, options);
  const updateInCommunityMutation = useContractMutation(updateCommunityChallenge, options);
  const mutations = communityId
    ? { create: createInCommunityMutation, change: updateInCommunityMutation }
    : { create: createMutation, change: updateMutation };
  const save = ({ books, ...fields }: Fields, onSuccess: () => void) => {
    const body = { ...fields, bookIds: books.map(({ id }) => id) };
    const challengeId = challenge?.id;
    if (communityId && challengeId) {
      updateInCommunityMutation.mutate({ params: { communityId, challengeId }, body }, { onSuccess });
    } else if (communityId)
      createInCommunityMutation.mutate({ params: { communityId }, body }, { onSuccess });
    else if (challengeId) updateMutation.mutate({ params: { challengeId }, body }, { onSuccess });
    else createMutation.mutate({ body }, { onSuccess });
  };
  const { error, isPending } = challenge ? mutations.change : mutations.create;
  return { save, error, isPending };
}

/** Creates or edits a challenge of the site or of a community. */
export function ChallengeForm({ challenge, communityId, onClose }: ChallengeFormProps) {
  const [fields, setFields] = useState(() => toFields(challenge));
  const set = (changes: Partial<Fields>) => setFields((previous) => ({ ...previous, ...changes }));
  const { save, error, isPending } = useSaveChallenge(challenge, communityId);
  const errors = getFieldErrors(error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save(fields, () => {
      toast({ title: t("challenge.created") });
      onClose();
    });
  };
  return (
    <Dialog
      title={t(challenge ? "challenge.editChallenge" : "challenge.newChallenge")}
      isOpen
      onClose={onClose}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {!challenge && (
          <Button
            tone="secondary"
            size="small"
            className="self-start"
            icon={<Moon aria-hidden />}
            onClick={() => set(getRamadanTemplate())}
          >
            {t("challenge.ramadanTemplate")}
          </Button>
        )}
        <FormFields fields={fields} errors={errors} isSiteChallenge={!communityId} set={set} />
        <FormFooter
          error={error && Object.keys(errors).length === 0 ? getErrorMessage(error) : null}
          submit={t("common.save")}
          isPending={isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly fields: Fields;
  readonly errors: Record<string, string>;
  readonly isSiteChallenge: boolean;
  readonly set: (changes: Partial<Fields>) => void;
}

function FormFields({ fields, errors, isSiteChallenge, set }: FieldsProps) {
  const genres = useQuery(query(booksContract.listGenres, {}));
  return (
    <>
      <TextField
        label={t("challenge.titleField")}
        error={errors["title"]}
        maxLength={120}
        value={fields.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextArea
        label={t("challenge.descriptionField")}
        maxLength={2000}
        rows={3}
        value={fields.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      {isSiteChallenge && <ArabicTexts fields={fields} errors={errors} set={set} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t("challenge.goalKind")}
          options={GoalType.options.map((value) => ({ value, label: t(`challenge.goalKind-${value}`) }))}
          value={fields.goalType}
          onChange={(goalType) => set({ goalType })}
        />
        <TextField
          label={t("challenge.goalField")}
          error={errors["goal"]}
          type="number"
          min={1}
          value={fields.goal}
          onChange={({ target }) => set({ goal: Number(target.value) })}
        />
        <DateField
          label={t("challenge.startsOn")}
          error={errors["startsOn"]}
          hint={formatHijri(fields.startsOn)}
          value={fields.startsOn}
          onChange={(startsOn) => set({ startsOn })}
        />
        <DateField
          label={t("challenge.endsOn")}
          error={errors["endsOn"]}
          hint={formatHijri(fields.endsOn)}
          value={fields.endsOn}
          onChange={(endsOn) => set({ endsOn })}
        />
      </div>
      <Select
        label={t("challenge.genreField")}
        options={[
          { value: "", label: t("challenge.anyGenre") },
          ...(genres.data ?? []).map(({ name }) => ({ value: name, label: getGenreName(name) })),
        ]}
        value={fields.genre ?? ""}
        onChange={(genre) => set({ genre: genre || null })}
      />
      <BooksField books={fields.books} error={errors["bookIds"]} onChange={(books) => set({ books })} />
    </>
  );
}

function ArabicTexts({ fields, errors, set }: Omit<FieldsProps, "isSiteChallenge">) {
  return (
    <>
      <TextField
        label={t("challenge.titleArabicField")}
        hint={t("challenge.arabicHint")}
        error={errors["titleArabic"]}
        maxLength={120}
        dir="rtl"
        lang="ar"
        value={fields.titleArabic ?? ""}
        onChange={({ target }) => set({ titleArabic: target.value })}
      />
      <TextArea
        label={t("challenge.descriptionArabicField")}
        maxLength={2000}
        rows={3}
        dir="rtl"
        lang="ar"
        value={fields.descriptionArabic ?? ""}
        onChange={({ target }) => set({ descriptionArabic: target.value })}
      />
    </>
  );
}

interface BooksFieldProps {
  readonly books: Books;
  readonly error: string | undefined;
  readonly onChange: (books: Books) => void;
}

/** The books that count; all books when empty. */
function BooksField({ books, error, onChange }: BooksFieldProps) {
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
