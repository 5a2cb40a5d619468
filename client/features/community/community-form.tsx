import { useQuery } from "@tanstack/react-query";
import { booksContract } from "#shared/books/contract.ts";
import type { CommunityDetail } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";

const { createCommunity, updateCommunity } = communityContract;

interface CommunityFormProps {
  /** Null for a new one. */
  readonly community: CommunityDetail | null;
  readonly onClose: () => void;
  readonly onSaved: (saved: CommunityDetail) => void;
}

/** Creates or edits a community. */
export function CommunityForm({ community, onClose, onSaved }: CommunityFormProps) {
  const genres = useQuery(query(booksContract.listGenres, {}));
  const form = useContractForm(community ? updateCommunity : createCommunity, {
    values: {
      name: community?.name ?? "",
      about: community?.about ?? "",
      rules: community?.rules ?? "",
      genre: community?.genre ?? "",
      visibility: community?.visibility ?? "public",
      isListed: community?.isListed ?? true,
    },
    toInput: (values) => {
      const body = { ...values, genre: values.genre || null };
      return community
        ? { params: { communityId: community.id }, body }
        : { body: { ...body, language: getPageLanguage() } };
    },
    warnsUnsaved: true,
    onSuccess: onSaved,
  });
  const { visibility } = form.values;
  return (
    <FormDialog
      form={form}
      title={t(community ? "community.edit" : "community.newCommunity")}
      submit={t(community ? "common.save" : "community.create")}
      onClose={onClose}
    >
      <TextField {...form.field("name")} label={t("community.name")} />
      <TextArea
        {...form.field("about")}
        label={t("community.about")}
        hint={t("community.aboutHint")}
        rows={3}
      />
      <TextArea {...form.field("rules")} label={t("community.rules")} rows={3} />
      <Select
        {...form.field("genre")}
        label={t("community.genre")}
        options={[
          { value: "", label: t("community.anyGenre") },
          ...(genres.data ?? []).map((each) => ({ value: each.name, label: getGenreName(each.name) })),
        ]}
      />
      <Select
        {...form.field("visibility")}
        label={t("community.whoJoins")}
        hint={t(visibility === "public" ? "community.publicHint" : "community.requestHint")}
        options={[
          { value: "public", label: t("community.public") },
          { value: "request", label: t("community.byRequest") },
        ]}
      />
      {community?.visibility === "request" && visibility === "public" && (
        <p className="rounded-card bg-accent/10 px-3 py-2 text-small">{t("community.openingHint")}</p>
      )}
      {visibility === "request" && <Checkbox {...form.toggle("isListed")} label={t("community.isListed")} />}
    </FormDialog>
  );
}
