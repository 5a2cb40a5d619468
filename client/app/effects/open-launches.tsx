import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { openPath } from "#shared/routes/shared-file.ts";
import { openedFile } from "#client/lib/opened-file.ts";

/** The Launch Handler API of Chromium. */
interface LaunchQueue {
  readonly setConsumer: (consumer: (launch: Launch) => void) => void;
}

interface Launch {
  readonly targetURL?: string;
  /** Files that were opened with the app. */
  readonly files?: readonly FileSystemFileHandle[];
}

/** Opens the pages of shortcuts, and files, in the running app without loading it again. */
export function OpenLaunches() {
  const navigate = useNavigate();
  useEffect(() => {
    const { launchQueue } = window as unknown as { readonly launchQueue: LaunchQueue };
    launchQueue.setConsumer(({ targetURL, files }) => {
      const [handle] = files ?? [];
      if (handle) {
        void handle.getFile().then((file) => openedFile.set(file));
        return void navigate(openPath);
      }
      if (!targetURL || targetURL === location.href) return;
      const { origin, pathname, search } = new URL(targetURL);
      if (origin === location.origin) void navigate(pathname + search);
    });
  }, [navigate]);
  return null;
}
