import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import type { Chapter } from "#client/features/reader/chapters.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";
import type { ReaderController } from "#client/features/reader/hooks/use-reader.ts";
import type { SettingsControl } from "#client/features/reader/hooks/use-reader-settings.ts";
import { getScript } from "#client/features/reader/settings/settings.ts";

const loaders: (() => Promise<unknown>)[] = [];

function createLazyPanel<Props>(load: () => Promise<ComponentType<Props>>) {
  loaders.push(load);
  return lazy(async () => ({ default: await load() }));
}

const ContentsPanel = createLazyPanel(async () => (await import("./contents-panel.tsx")).ContentsPanel);
const SearchPanel = createLazyPanel(async () => (await import("./search-panel.tsx")).SearchPanel);
const SettingsPanel = createLazyPanel(async () => (await import("./settings-panel.tsx")).SettingsPanel);
const GoToPanel = createLazyPanel(async () => (await import("./go-to-panel.tsx")).GoToPanel);
const PositionHistory = createLazyPanel(
  async () => (await import("./position-history.tsx")).ReaderPositionHistory,
);
const HelpPanel = createLazyPanel(async () => (await import("./help-panel.tsx")).HelpPanel);
const NotePopover = createLazyPanel(async () => (await import("./note-popover.tsx")).NotePopover);
const EnlargedDialog = createLazyPanel(async () => (await import("./enlarged-dialog.tsx")).EnlargedDialog);
const ExternalLinkDialog = createLazyPanel(
  async () => (await import("./external-link-dialog.tsx")).ExternalLinkDialog,
);

interface PanelsProps {
  readonly reader: ReaderController;
  readonly ebook: Ebook;
  readonly control: SettingsControl;
  readonly moreSettings: ReactNode;
  readonly hasExtension: boolean;
}

export function Panels(props: PanelsProps) {
  const { reader, ebook } = props;
  const {
    engine,
    location,
    note,
    setNote,
    externalUrl,
    setExternalUrl,
    enlarged,
    setEnlarged,
    jumpHistory: history,
  } = reader;
  const isOpen = location !== null;
  useEffect(() => {
    if (isOpen) void Promise.allSettled(loaders.map((load) => load()));
  }, [isOpen]);
  if (!engine) return null;
  const follow = (href: string) => {
    setNote(null);
    void history.jump({ href });
  };

  return (
    <Suspense fallback={null}>
      <OpenPanel {...props} engine={engine} />
      {note && (
        <NotePopover
          note={note}
          ebook={ebook}
          structure={engine.structure}
          onFollow={follow}
          onClose={() => setNote(null)}
        />
      )}
      {enlarged && <EnlargedDialog element={enlarged} onClose={() => setEnlarged(null)} />}
      {externalUrl !== null && <ExternalLinkDialog url={externalUrl} onClose={() => setExternalUrl(null)} />}
    </Suspense>
  );
}

function OpenPanel(props: PanelsProps & { readonly engine: ReaderEngine }) {
  const { reader, engine, ebook, control } = props;
  const { panel, setPanel, location, jumpHistory: history } = reader;
  const [searchText, setSearchText] = useState("");
  const close = () => setPanel(null);
  const goTo = (target: Target) => {
    close();
    return history.jump(target);
  };

  if (panel === "contents") {
    return (
      <ContentsPanel
        chapters={engine.structure.chapters}
        weights={engine.structure.weights}
        current={location?.chapter ?? null}
        isLocked={({ section }: Chapter) => ebook.spine[section]?.isLocked ?? false}
        onGo={({ href }) => void goTo({ href })}
        onClose={close}
      />
    );
  }
  if (panel === "search") {
    return (
      <SearchPanel
        bookId={ebook.bookId}
        structure={engine.structure}
        searchText={searchText}
        onSearch={setSearchText}
        onGo={async (target) => {
          await goTo(target);
          return engine.document;
        }}
        onClose={close}
      />
    );
  }
  if (panel === "settings") {
    return (
      <SettingsPanel
        control={control}
        script={getScript(ebook.language)}
        isFixed={engine.isFixed}
        fullScreen={reader.fullScreen}
        onHelp={() => setPanel("help")}
        onClose={close}
      >
        {props.moreSettings}
      </SettingsPanel>
    );
  }
  if (panel === "goTo") {
    return (
      <GoToPanel
        fraction={location?.fraction ?? 0}
        pageCount={ebook.pageCount}
        onGo={(target) => void goTo(target)}
        onClose={close}
      >
        <Suspense>
          <PositionHistory bookId={ebook.bookId} onGo={(target) => void history.jump(target)} />
        </Suspense>
      </GoToPanel>
    );
  }
  return panel === "help" ? <HelpPanel hasExtension={props.hasExtension} onClose={close} /> : null;
}
