import { useEffect, useRef } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { emptySearch } from "#client/features/reader/book-search-query.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { ReaderController } from "#client/features/reader/hooks/use-reader.ts";
import { type ReaderCommand, readerKeys } from "#client/features/reader/input/keys.ts";
import { ownMarks } from "#client/features/reader/own-marks.ts";
import { getPageFraction } from "#client/features/reader/progress.ts";
import { searchMarks } from "#client/features/reader/search-marks.ts";
import { type Command, type CommandGroup, provideCommands } from "#client/lib/commands.ts";
import { t } from "#client/lib/i18n/i18n.ts";

export interface BookInReader {
  readonly ebook: Ebook;
  readonly engine: ReaderEngine;
  readonly reader: ReaderController;
}

/** Characters of a mark before the found words. */
const maxBefore = 30;

type ListedCommand = (typeof readerKeys)[keyof typeof readerKeys] & ReaderCommand;

/** Keys whose effect depends on what is visible at the moment. */
const unlisted: ReadonlySet<ReaderCommand> = new Set<ReaderCommand>([
  "left",
  "right",
  "nextHit",
  "previousHit",
  "dismiss",
  "help",
]);
const listed = [...new Set<ListedCommand>(Object.values(readerKeys))].filter((each) => !unlisted.has(each));

/** Adds the chapters, pages and commands of the open book to the command palette. */
export function useReaderCommands(props: BookInReader): void {
  const latest = useRef(props);
  latest.current = props;
  useEffect(
    () =>
      provideCommands((text) => [
        getPlaces(text, latest.current),
        getMarks(text, latest.current),
        getActions(latest.current),
      ]),
    [],
  );
}

/** Chapters, and for a number the page and the percentage. */
function getPlaces(text: string, { ebook, engine, reader }: BookInReader): CommandGroup {
  const { jump } = reader.jumpHistory;
  const chapters = engine.structure.chapters
    .filter(({ section }) => section >= 0 && ebook.spine[section]?.isLocked !== true)
    .map(
      ({ id, label, href }): Command => ({
        id: `chapter ${id}`,
        label: label || t("reader.untitledChapter"),
        run: () => void jump({ href }),
      }),
    );
  return { title: t("palette.group.inBook"), commands: [...getNumbered(text, ebook, jump), ...chapters] };
}

function getNumbered(
  text: string,
  { pageCount }: Ebook,
  jump: ReaderController["jumpHistory"]["jump"],
): Command[] {
  const n = Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
  const go = (fraction: number) => () => void jump({ fraction });
  return [
    ...(n >= 1 && n <= pageCount
      ? [
          {
            id: "page",
            label: t("palette.page", { n }),
            keywords: text,
            run: go(getPageFraction(n, pageCount)),
          },
        ]
      : []),
    ...(n <= 100
      ? [{ id: "percent", label: t("palette.percent", { n }), keywords: text, run: go(n / 100) }]
      : []),
  ];
}

/** The reader's marks in the open book that have the words. */
function getMarks(text: string, { reader }: BookInReader): CommandGroup {
  const hits = searchMarks(ownMarks.getState(), { ...emptySearch, search: text });
  return {
    title: t("palette.group.bookMarks"),
    isFiltered: true,
    commands: hits.map(({ mark: { id, target }, before, match, after }) => ({
      id: `mark ${id}`,
      label: `${before.slice(-maxBefore)}${match}${after}`,
      run: () => void reader.jumpHistory.jump(target),
    })),
  };
}

const getActions = ({ reader }: BookInReader): CommandGroup => ({
  title: t("palette.group.reader"),
  commands: listed.map((command) => ({
    id: `reader ${command}`,
    label: t(`shortcuts.reader.${command}`),
    run: () => reader.runCommand(command),
  })),
});
