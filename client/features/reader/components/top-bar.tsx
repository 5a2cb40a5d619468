import {
  ArrowLeft,
  CircleHelp,
  List,
  Maximize,
  Minimize,
  NotebookText,
  Search,
  Settings2,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { FullScreen } from "#client/features/reader/hooks/use-full-screen.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import type { PanelName } from "./panel-name.ts";

interface TopBarProps {
  readonly title: string;
  readonly chapter: string;
  readonly returnTo: string;
  readonly isVisible: boolean;
  readonly fullScreen: FullScreen;
  readonly hasNotebook: boolean;
  readonly onOpen: (panel: PanelName) => void;
  /** Additional tools before the reader's own. */
  readonly children: ReactNode;
}

export function TopBar(props: TopBarProps) {
  const { title, chapter, returnTo, isVisible, fullScreen, hasNotebook, onOpen, children } = props;
  return (
    <header
      className={`absolute inset-x-0 top-0 z-20 flex items-center gap-1 border-line border-b bg-surface px-1 pt-[env(safe-area-inset-top)] transition duration-200 ease-out has-focus-visible:translate-y-0 has-focus-visible:opacity-100 motion-reduce:transition-none sm:px-3 ${isVisible ? "" : "-translate-y-full opacity-0"}`}
    >
      <Link
        to={returnTo}
        aria-label={t("reader.leave")}
        title={t("reader.leave")}
        className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-paper focus-visible:outline-2 focus-visible:outline-accent"
      >
        <ArrowLeft aria-hidden size={20} />
      </Link>
      <div className="min-w-0 flex-1 px-1">
        <h1
          dir="auto"
          className="line-clamp-2 font-medium text-small leading-tight outline-none sm:line-clamp-1"
        >
          {title}
        </h1>
        <p dir="auto" className="hidden truncate text-badge text-muted sm:block">
          {chapter}
        </p>
      </div>
      <nav aria-label={t("reader.tools")} className="flex shrink-0">
        {children}
        <IconButton
          icon={<List aria-hidden />}
          label={t("reader.contents")}
          aria-keyshortcuts="T"
          onClick={() => onOpen("contents")}
        />
        {hasNotebook && (
          <IconButton
            icon={<NotebookText aria-hidden />}
            label={t("reader.notebook")}
            onClick={() => onOpen("notebook")}
          />
        )}
        <IconButton
          icon={<Search aria-hidden />}
          label={t("reader.search")}
          aria-keyshortcuts="/"
          onClick={() => onOpen("search")}
        />
        <IconButton
          icon={<Settings2 aria-hidden />}
          label={t("reader.settings")}
          aria-keyshortcuts="S"
          onClick={() => onOpen("settings")}
        />
        {fullScreen.isPossible && (
          <IconButton
            icon={fullScreen.isOn ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
            label={t(fullScreen.isOn ? "reader.leaveFullScreen" : "reader.fullScreen")}
            aria-keyshortcuts="F"
            onClick={fullScreen.toggle}
            className="max-sm:hidden"
          />
        )}
        <IconButton
          icon={<CircleHelp aria-hidden />}
          label={t("reader.help")}
          aria-keyshortcuts="?"
          onClick={() => onOpen("help")}
          className="max-sm:hidden"
        />
      </nav>
    </header>
  );
}
