import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { booksContract } from "#shared/books/contract.ts";
import type { CommunityDetail, CommunityVisibility } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { getGenreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";
import { VerifyEmailLink } from "#client/ui/feedback/verify-email-link.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

const { createCommunity, updateCommunity, getCommunity, listCommunities } = communityContract;

interface CommunityFormProps {
  /** Null for a new one. */
  readonly community: CommunityDetail | null;
  readonly onClose: () => void;
  readonly onSaved: (saved: CommunityDetail) => void;
}

/** Creates or edits a community. */
export function CommunityForm({ community, onClose, onSaved }: CommunityFormProps) {
  const [name, setName] = useState(community?.name ?? "");
  const [about, setAbout] = useState(community?.about ?? "");
  const [rules, setRules] = useState(community?.rules ?? "");
  const [genre, setGenre] = useState(community?.genre ?? "");
  const [visibility, setVisibility] = useState<CommunityVisibility>(community?.visibility ?? "public");
  const [isListed, setListed] = useState(community?.isListed ?? true);
  const options = { invalidates: [getCommunity, listCommunities], handlesErrors: true };
  const createMutation = useContractMutation(createCommunity, options);
  const updateMutation = useContractMutation(updateCommunity, options);
  const { error } = community ? updateMutation : createMutation;
  const errors = getFieldErrors(error);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const body = { name, about, rules, genre: genre || null, visibility, isListed };
    if (community) {
      updateMutation.mutate({ params: { communityId: community.id }, body }, { onSuccess: onSaved });
      return;
    }
    createMutation.mutate({ body: { ...body, language: getPageLanguage() } }, { onSuccess: onSaved });
  };
  return (
    <Dialog title={t(community ? "community.edit" : "community.newCommunity")} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t("community.name")}
          error={errors["name"]}
          maxLength={60}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label={t("community.about")}
          hint={t("community.aboutHint")}
          error={errors["about"]}
          maxLength={2000}
          rows={3}
          value={about}
          onChange={({ target }) => setAbout(target.value)}
        />
        <TextArea
          label={t("community.rules")}
          error={errors["rules"]}
          maxLength={5000}
          rows={3}
          value={rules}
          onChange={({ target }) => setRules(target.value)}
        />
        <GenreSelect value={genre} onChange={setGenre} />
        <Select
          label={t("community.whoJoins")}
          hint={t(visibility === "public" ? "community.publicHint" : "community.requestHint")}
          options={[
            { value: "public", label: t("community.public") },
            { value: "request", label: t("community.byRequest") },
          ]}
          value={visibility}
          onChange={setVisibility}
        />
        {community?.visibility === "request" && visibility === "public" && (
          <p className="rounded-card bg-accent/10 px-3 py-2 text-small">{t("community.openingHint")}</p>
        )}
        {visibility === "request" && <ListedCheckbox isListed={isListed} onChange={setListed} />}
        <VerifyEmailLink error={error} />
        <FormFooter
          error={error && Object.keys(errors).length === 0 ? getErrorMessage(error) : null}
          submit={t(community ? "common.save" : "community.create")}
          isPending={createMutation.isPending || updateMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

interface ListedCheckboxProps {
  readonly isListed: boolean;
  readonly onChange: (isListed: boolean) => void;
}

const ListedCheckbox = ({ isListed, onChange }: ListedCheckboxProps) => (
  <Checkbox
    label={t("community.isListed")}
    checked={isListed}
    onChange={({ target }) => onChange(target.checked)}
  />
);

interface GenreSelectProps {
  readonly value: string;
  readonly onChange: (genre: string) => void;
}

function GenreSelect({ value, onChange }: GenreSelectProps) {
  const genres = useQuery(query(booksContract.listGenres, {}));
  return (
    <Select
      label={t("community.genre")}
      options={[
        { value: "", label: t("community.anyGenre") },
        ...(genres.data ?? []).map((each) => ({ value: each.name, label: getGenreName(each.name) })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
