import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { languages } from "#shared/api/language.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { isTextAnchor } from "#shared/marks/mark.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import {
  getAvatarMenuItems,
  getBrowseMenuItems,
  getDrawerNavItems,
  getStaffNavItems,
  legalNavItems,
  type NavItem,
  supportNavItems,
} from "#client/app/layout/nav-items.tsx";
import { useLanguageChoice } from "#client/features/accounts/use-language-choice.ts";
import { usePreferences } from "#client/features/accounts/use-preferences.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { getSuggestionUrl, useSuggestions } from "#client/features/books/search/use-suggestions.ts";
import { useLazyPlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { openOverlay } from "#client/lib/app-overlay.ts";
import { type Command, type CommandGroup, commandSources } from "#client/lib/commands.ts";
import { useDebouncedValue } from "#client/lib/hooks/use-debounced-value.ts";
import { getLanguageName } from "#client/lib/i18n/format.ts";
import { type MessageKey, t, translateIn } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { chooseTheme, themes } from "#client/lib/theme.ts";
import { matchCommands } from "./match-commands.ts";

/** Commands of a group that are listed. */
const maxCommands = 6;
const typingMs = 150;
const minMarkCharacters = 2;

/** The palette's results for a text: the open book first, then the library, all books, screens and actions. */
export function useCommandGroups(text: string): readonly CommandGroup[] {
  const sources = useStore(commandSources);
  const inBook = sources.flatMap((source) => source(text));
  const listed = new Set(inBook.flatMap(({ commands }) => commands.map(({ id }) => id)));
  const groups: CommandGroup[] = [
    ...inBook,
    { title: t("palette.group.library"), commands: useLibraryCommands(text), isFiltered: true },
    {
      title: t("palette.group.marks"),
      commands: useMarkCommands(text).filter(({ id }) => !listed.has(id)),
      isFiltered: true,
    },
    { title: t("palette.group.books"), commands: useBookCommands(text), isFiltered: true },
    { title: t("palette.group.screens"), commands: useScreenCommands() },
    { title: t("palette.group.actions"), commands: useActionCommands() },
  ];
  return groups
    .map((group) => ({
      ...group,
      commands: (group.isFiltered ? group.commands : matchCommands(text, group.commands)).slice(
        0,
        maxCommands,
      ),
    }))
    .filter(({ commands }) => commands.length > 0);
}

/** Without a text, the books that were read last. */
function useLibraryCommands(text: string): Command[] {
  const navigate = useNavigate();
  const user = useUser();
  const search = useDebouncedValue(text.trim().slice(0, 100), typingMs);
  const { data } = useQuery({
    ...query(libraryContract.listLibrary, { query: { limit: 5, ...(search && { search }) } }),
    enabled: user !== null,
    retry: false,
  });
  return (data ?? []).map(({ book }) => ({
    id: `library ${book.id}`,
    label: book.title,
    detail: book.author,
    run: () => void navigate(`/book/${book.id}`),
  }));
}

/** The user's marks in all books. */
function useMarkCommands(text: string): Command[] {
  const navigate = useNavigate();
  const user = useUser();
  const search = useDebouncedValue(text.trim().slice(0, 100), typingMs);
  const { data } = useQuery({
    ...query(notebookContract.listMarks, { query: { limit: maxCommands, search } }),
    enabled: user !== null && search.length >= minMarkCharacters,
    retry: false,
  });
  if (!data || !text.trim()) return [];
  return data.marks.map(({ id, bookId, book, anchor, note }) => {
    const sentence = isTextAnchor(anchor) ? anchor.start.sentence : anchor.sentence;
    return {
      id: `mark ${id}`,
      label: anchor.quote?.exact || note || t("palette.bookmark"),
      detail: book.title,
      run: () => void navigate(sentence ? `/read/${bookId}?sentence=${sentence}` : `/book/${bookId}`),
    };
  });
}

function useBookCommands(text: string): Command[] {
  const navigate = useNavigate();
  return useSuggestions(text).map((suggestion) => ({
    id: `${suggestion.kind} ${suggestion.id}`,
    label: suggestion.kind === "genre" ? getGenreName(suggestion.label) : suggestion.label,
    detail: suggestion.detail,
    run: () => void navigate(getSuggestionUrl(suggestion)),
  }));
}

/** The screens that this user may open. */
function useScreenCommands(): Command[] {
  const navigate = useNavigate();
  const user = useUser();
  const items: readonly NavItem[] = [
    ...getDrawerNavItems(user),
    ...getBrowseMenuItems(user !== null),
    ...(user ? getAvatarMenuItems(user) : []),
    ...getStaffNavItems(user),
    ...supportNavItems,
    ...legalNavItems,
  ];
  const byPath = new Map(items.map((item) => [item.to, item]));
  return [...byPath.values()].map(({ to, text }) => ({
    id: `screen ${to}`,
    label: t(text),
    keywords: inAllLanguages(text),
    run: () => void navigate(to),
  }));
}

function useActionCommands(): Command[] {
  const { change } = usePreferences();
  const { other, choose } = useLanguageChoice();
  const isPlayerOpen = usePlayerState(({ displayMode }) => displayMode !== "closed");
  const getPlayer = useLazyPlayer();
  const toAction = (key: MessageKey, run: () => void): Command => ({
    id: key,
    label: t(key),
    keywords: inAllLanguages(key),
    run,
  });
  return [
    ...(isPlayerOpen ? [toAction("palette.playPause", () => getPlayer().engine.toggle())] : []),
    ...themes.map((theme) =>
      toAction(`palette.theme.${theme}`, () => {
        chooseTheme(theme);
        change({ theme });
      }),
    ),
    toAction("palette.shortcuts", () => openOverlay.set("shortcuts")),
    {
      id: "language",
      label: t("palette.language", { language: getLanguageName(other) }),
      keywords: inAllLanguages("palette.language"),
      run: () => void choose(other),
    },
  ];
}

const inAllLanguages = (key: MessageKey) => languages.map((language) => translateIn(language, key)).join(" ");
