import { useEffect } from "react";
import { useNavigate } from "react-router-dom";

/** The Launch Handler API of Chromium. */
interface LaunchQueue {
  readonly setConsumer: (consumer: (launch: { readonly targetURL?: string }) => void) => void;
}

/** Opens the pages of shortcuts in the running app, without loading it again. */
export function OpenLaunches() {
  const navigate = useNavigate();
  useEffect(() => {
    const { launchQueue } = window as unknown as { readonly launchQueue: LaunchQueue };
    launchQueue.setConsumer(({ targetURL }) => {
      if (!targetURL || targetURL === location.href) return;
      const { origin, pathname, search } = new URL(targetURL);
      if (origin === location.origin) void navigate(pathname + search);
    });
  }, [navigate]);
  return null;
}
