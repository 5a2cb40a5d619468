import { Direction, isScripture } from "#shared/books/book.ts";
import type { BookField, BookFields } from "#shared/publishing/contract.ts";
import { getLanguageName } from "#client/lib/i18n/format.ts";
import { getGenreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { CreditsField } from "./credits-field.tsx";
import { NameInput, NamesField } from "./names-field.tsx";

export interface FieldsProps {
  readonly fields: BookFields;
  readonly isStaff: boolean;
  readonly getError: (name: BookField) => string | undefined;
  readonly set: (changes: Partial<BookFields>) => void;
}

/** Languages that a book can be given in a form. */
export const languages = [
  "ar",
  "en",
  "fr",
  "tr",
  "ur",
  "fa",
  "id",
  "ms",
  "bn",
  "de",
  "es",
  "ru",
  "sw",
  "ha",
  "bs",
];

export function AboutFields({ fields, getError, set }: FieldsProps) {
  return (
    <>
      <TextField
        label={t("publishing.title")}
        value={fields.title}
        maxLength={500}
        error={getError("title")}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextField
        label={t("publishing.subtitle")}
        value={fields.subtitle}
        maxLength={500}
        error={getError("subtitle")}
        onChange={({ target }) => set({ subtitle: target.value })}
      />
      <CreditsField
        credits={fields.credits}
        error={getError("credits")}
        onChange={(credits) => set({ credits })}
      />
      <TextArea
        label={t("publishing.description")}
        rows={7}
        maxLength={10_000}
        value={fields.description}
        error={getError("description")}
        onChange={({ target }) => set({ description: target.value })}
      />
    </>
  );
}

export function CatalogueFields({ fields, isStaff, getError, set }: FieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t("publishing.language")}
          value={fields.language}
          options={[...new Set([fields.language, ...languages])].map((value) => ({
            value,
            label: getLanguageName(value),
          }))}
          onChange={(language) => set({ language })}
        />
        <Select
          label={t("publishing.direction")}
          value={fields.direction}
          options={Direction.options.map((value) => ({ value, label: t(`publishing.${value}`) }))}
          onChange={(direction) => set({ direction })}
        />
      </div>
      <NamesField
        kind="genre"
        label={t("publishing.genres")}
        hint={t("publishing.genresHint")}
        error={getError("genres")}
        names={fields.genres}
        max={5}
        canCreate={isStaff}
        getDisplayName={getGenreName}
        onChange={(genres) => set({ genres })}
      />
      <NamesField
        kind="trope"
        label={t("publishing.tropes")}
        error={getError("tropes")}
        names={fields.tropes}
        max={20}
        canCreate
        getDisplayName={getGenreName}
        onChange={(tropes) => set({ tropes })}
      />
      <SeriesFields
        series={fields.series}
        error={getError("series")}
        onChange={(series) => set({ series })}
      />
    </>
  );
}

export function OriginFields({ fields, getError, set }: FieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("publishing.publisher")}
          value={fields.publisher}
          maxLength={200}
          error={getError("publisher")}
          onChange={({ target }) => set({ publisher: target.value })}
        />
        <TextField
          label={t("publishing.publishedYear")}
          inputMode="numeric"
          value={fields.publishedYear === null ? "" : String(fields.publishedYear)}
          error={getError("publishedYear")}
          onChange={({ target }) => set({ publishedYear: toInteger(target.value) })}
        />
      </div>
      <TextField
        label={t("publishing.isbns")}
        hint={t("publishing.isbnsHint")}
        value={fields.isbns.join(", ")}
        error={getError("isbns")}
        onChange={({ target }) =>
          set({ isbns: target.value.split(/,\s?/).filter((each, n) => (n === 0 ? each !== "" : true)) })
        }
      />
      <TextField
        label={t("publishing.licence")}
        hint={t("publishing.licenceHint")}
        value={fields.licence}
        maxLength={500}
        error={getError("licence")}
        onChange={({ target }) => set({ licence: target.value })}
      />
      <TextArea
        label={t("publishing.provenance")}
        hint={t("publishing.provenanceHint")}
        rows={3}
        maxLength={2000}
        value={fields.provenance}
        error={getError("provenance")}
        onChange={({ target }) => set({ provenance: target.value })}
      />
    </>
  );
}

export function AccessFields({ fields, isStaff, set }: FieldsProps) {
  return (
    <>
      <Switch
        label={t("publishing.isPremium")}
        hint={t("publishing.isPremiumHint")}
        checked={!fields.isFree}
        onChange={(isPremium) => set({ isFree: !isPremium })}
      />
      <Switch
        label={t("publishing.allowsDownload")}
        hint={t("publishing.allowsDownloadHint")}
        checked={fields.allowsDownload}
        onChange={(allowsDownload) => set({ allowsDownload })}
      />
      {!isScripture(fields) && (
        <Switch
          label={t("publishing.allowsNarration")}
          hint={t("publishing.allowsNarrationHint")}
          checked={fields.allowsNarration === true}
          onChange={(allowsNarration) => set({ allowsNarration })}
        />
      )}
      {isStaff && (
        <>
          <Switch
            label={t("publishing.isFeatured")}
            checked={fields.isFeatured}
            onChange={(isFeatured) => set({ isFeatured })}
          />
          <Switch
            label={t("publishing.isScripture")}
            hint={t("publishing.isScriptureHint")}
            checked={isScripture(fields)}
            onChange={(isOn) => set({ kind: isOn ? "scripture" : "book" })}
          />
        </>
      )}
    </>
  );
}

interface SeriesFieldsProps {
  readonly series: BookFields["series"];
  readonly error: string | undefined;
  readonly onChange: (series: BookFields["series"]) => void;
}

function SeriesFields({ series, error, onChange }: SeriesFieldsProps) {
  const name = series?.name ?? "";
  const position = series?.position ?? null;
  const change = (name: string) => onChange(name === "" ? null : { name, position });
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <NameInput
        kind="series"
        label={t("publishing.series")}
        error={error}
        value={name}
        canCreate
        onType={change}
        onPick={change}
      />
      <TextField
        label={t("publishing.seriesPosition")}
        inputMode="decimal"
        disabled={!series}
        value={position === null ? "" : String(position)}
        onChange={({ target }) => onChange(series && { name, position: toNumber(target.value) })}
      />
    </div>
  );
}

function toNumber(text: string): number | null {
  const value = Number(text);
  return text.trim() === "" || Number.isNaN(value) ? null : value;
}

function toInteger(text: string): number | null {
  const value = toNumber(text);
  return value === null ? null : Math.trunc(value);
}
