import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import type { Chapter } from "#client/features/reader/chapters.ts";
import { isLocal } from "#client/features/reader/engine/document/entries.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";
import { followLink } from "#client/features/reader/hooks/use-page-events.ts";
import type { ReaderController } from "#client/features/reader/hooks/use-reader.ts";
import type { SettingsControl } from "#client/features/reader/hooks/use-reader-settings.ts";
import { getScript } from "#client/features/reader/settings/settings.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";

const loaders: (() => Promise<unknown>)[] = [];

function createLazyPanel<Props>(load: () => Promise<ComponentType<Props>>) {
  loaders.push(load);
  return lazy(async () => ({ default: await load() }));
}

const ContentsPanel = createLazyPanel(async () => (await import("./contents-panel.tsx")).ContentsPanel);
const Finding = createLazyPanel(async () => {
  const [module] = await Promise.all([import("./finding.tsx"), loadMessages("readerPanels")]);
  return module.Finding;
});
const SettingsPanel = createLazyPanel(async () => {
  const [{ SettingsPanel }] = await Promise.all([
    import("./settings-panel.tsx"),
    loadMessages("readingSettings"),
  ]);
  return SettingsPanel;
});
const GoToPanel = createLazyPanel(async () => {
  const [{ GoToPanel }] = await Promise.all([import("./go-to-panel.tsx"), loadMessages("readingSettings")]);
  return GoToPanel;
});
const PositionHistory = createLazyPanel(
  async () => (await import("./position-history.tsx")).ReaderPositionHistory,
);
/** Loaded with the panels, so that it is there offline. */
export const EndCard = createLazyPanel(async () => (await import("./end-card.tsx")).EndCard);
const HelpPanel = createLazyPanel(async () => {
  const [module] = await Promise.all([import("./help-panel.tsx"), loadMessages("shortcuts")]);
  return module.HelpPanel;
});
export const PageTools = createLazyPanel(async () => {
  const [{ PageTools }] = await Promise.all([
    import("#client/features/reader/page-tools/page-tools.tsx"),
    loadMessages("readingSettings"),
  ]);
  return PageTools;
});
export const JumpBackToast = createLazyPanel(
  async () => (await import("./jump-back-toast.tsx")).JumpBackToast,
);
export const JumpBackButton = createLazyPanel(
  async () => (await import("./jump-back-toast.tsx")).JumpBackButton,
);
const NotePopover = createLazyPanel(async () => (await import("./note-popover.tsx")).NotePopover);
const EnlargedDialog = createLazyPanel(async () => {
  const [module] = await Promise.all([import("./enlarged-dialog.tsx"), loadMessages("readingSettings")]);
  return module.EnlargedDialog;
});
const ExternalLinkDialog = createLazyPanel(
  async () => (await import("./external-link-dialog.tsx")).ExternalLinkDialog,
);

/** The panel with the reader's marks. */
export type RenderNotebook = (panel: {
  readonly goTo: (target: Target) => void;
  readonly close: () => void;
}) => ReactNode;

interface PanelsProps {
  readonly reader: ReaderController;
  readonly ebook: Ebook;
  readonly control: SettingsControl;
  readonly moreSettings: ReactNode;
  readonly hasExtension: boolean;
  readonly renderNotebook: RenderNotebook | undefined;
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
  const goTo = (href: string) => {
    setNote(null);
    void history.jump({ href });
  };

  return (
    <Suspense fallback={null}>
      <OpenPanel {...props} engine={engine} />
      {isOpen && <Finding ebook={ebook} engine={engine} reader={reader} />}
      {note && (
        <NotePopover
          note={note}
          ebook={ebook}
          structure={engine.structure}
          onGoTo={goTo}
          onLink={(link) =>
            followLink(link, { onLeave: setExternalUrl, onNote: setNote, onJump: goTo }, engine.structure)
          }
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
  if (panel === "notebook") {
    return props.renderNotebook?.({ goTo: (target) => void goTo(target), close });
  }
  if (panel === "settings") {
    return (
      <SettingsPanel
        control={control}
        script={getScript(ebook.language)}
        isFixed={engine.isFixed}
        fullScreen={reader.fullScreen}
        onHelp={() => setPanel("help")}
        onAutoScroll={() => {
          close();
          reader.setAutoScroll("on");
        }}
        onClose={close}
      >
        {props.moreSettings}
      </SettingsPanel>
    );
  }
  if (panel === "goTo") {
    return (
      <GoToPanel
        location={location}
        readingSpeed={reader.readingSpeed}
        ebook={ebook}
        onGo={(target) => void goTo(target)}
        onClose={close}
      >
        <Suspense>
          {!isLocal(ebook) && (
            <PositionHistory bookId={ebook.bookId} onGo={(target) => void history.jump(target)} />
          )}
        </Suspense>
      </GoToPanel>
    );
  }
  return panel === "help" ? <HelpPanel hasExtension={props.hasExtension} onClose={close} /> : null;
}
