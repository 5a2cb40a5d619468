import { Direction, isScripture } from "#shared/books/book.ts";
import type { BookFields } from "#shared/publishing/publishing-book.ts";
import { getGenreName } from "#client/features/books/index.ts";
import type { FormHandle } from "#client/lib/forms/use-form.ts";
import { getLanguageName } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { CreditsField } from "./credits-field.tsx";
import { NameInput, NamesField } from "./names-field.tsx";

export interface FieldsProps {
  readonly form: Pick<FormHandle<BookFields>, "values" | "set" | "field" | "toggle">;
  readonly isStaff: boolean;
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

export function AboutFields({ form }: Pick<FieldsProps, "form">) {
  return (
    <>
      <TextField {...form.field("title")} label={t("publishing.title")} />
      <TextField {...form.field("subtitle")} label={t("book.subtitle")} />
      <CreditsField
        credits={form.values.credits}
        error={form.field("credits").error}
        onChange={(credits) => form.set({ credits })}
      />
      <TextArea {...form.field("description")} label={t("publishing.description")} rows={7} />
    </>
  );
}

export function CatalogueFields({ form, isStaff }: FieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          {...form.field("language")}
          label={t("publishing.language")}
          options={[...new Set([form.values.language, ...languages])].map((value) => ({
            value,
            label: getLanguageName(value),
          }))}
        />
        <Select
          {...form.field("direction")}
          label={t("publishing.direction")}
          options={Direction.options.map((value) => ({ value, label: t(`publishing.${value}`) }))}
        />
      </div>
      <NamesField
        kind="genre"
        label={t("publishing.genres")}
        hint={t("publishing.genresHint")}
        error={form.field("genres").error}
        names={form.values.genres}
        max={5}
        canCreate={isStaff}
        getDisplayName={getGenreName}
        onChange={(genres) => form.set({ genres })}
      />
      <NamesField
        kind="trope"
        label={t("publishing.tropes")}
        error={form.field("tropes").error}
        names={form.values.tropes}
        max={20}
        canCreate
        getDisplayName={getGenreName}
        onChange={(tropes) => form.set({ tropes })}
      />
      <SeriesFields
        series={form.values.series}
        error={form.field("series").error}
        onChange={(series) => form.set({ series })}
      />
    </>
  );
}

export function OriginFields({ form }: Pick<FieldsProps, "form">) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...form.field("publisher")} label={t("book.publisher")} />
        <TextField
          label={t("book.publishedYear")}
          inputMode="numeric"
          value={form.values.publishedYear === null ? "" : String(form.values.publishedYear)}
          error={form.field("publishedYear").error}
          onChange={({ target }) => form.set({ publishedYear: toInteger(target.value) })}
        />
      </div>
      <TextField
        label={t("publishing.isbns")}
        hint={t("publishing.isbnsHint")}
        value={form.values.isbns.join(", ")}
        error={form.field("isbns").error}
        onChange={({ target }) =>
          form.set({ isbns: target.value.split(/,\s?/).filter((each, n) => (n === 0 ? each !== "" : true)) })
        }
      />
      <TextField {...form.field("licence")} label={t("book.licence")} hint={t("publishing.licenceHint")} />
      <TextArea
        {...form.field("provenance")}
        label={t("book.provenance")}
        hint={t("publishing.provenanceHint")}
        rows={3}
      />
    </>
  );
}

export function AccessFields({ form, isStaff }: FieldsProps) {
  return (
    <>
      <Switch
        label={t("publishing.isPremium")}
        hint={t("publishing.isPremiumHint")}
        checked={!form.values.isFree}
        onChange={(isPremium) => form.set({ isFree: !isPremium })}
      />
      <Switch
        label={t("publishing.allowsDownload")}
        hint={t("publishing.allowsDownloadHint")}
        {...form.toggle("allowsDownload")}
      />
      {!isScripture(form.values) && (
        <Switch
          label={t("publishing.allowsNarration")}
          hint={t("publishing.allowsNarrationHint")}
          checked={form.values.allowsNarration === true}
          onChange={(allowsNarration) => form.set({ allowsNarration })}
        />
      )}
      {isStaff && (
        <>
          <Switch label={t("publishing.isFeatured")} {...form.toggle("isFeatured")} />
          <Switch
            label={t("publishing.isScripture")}
            hint={t("publishing.isScriptureHint")}
            checked={isScripture(form.values)}
            onChange={(isOn) => form.set({ kind: isOn ? "scripture" : "book" })}
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
