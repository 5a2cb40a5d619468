import { type ComponentType, lazy, useEffect } from "react";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { toast } from "./toast.ts";

interface LoadErrorHandlers {
  readonly onLoadError?: () => void;
  readonly onClose?: () => void;
}

export function lazyOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & LoadErrorHandlers> {
  const startLoading = () =>
    lazy(async (): Promise<{ default: ComponentType<Props & LoadErrorHandlers> }> => {
      try {
        return { default: await load() };
      } catch (error) {
        return {
          default: ({ onLoadError, onClose }) => (
            <LoadFailure error={error} onShown={reload} onUndo={onLoadError ?? onClose} />
          ),
        };
      }
    });
  let Overlay = startLoading();
  const reload = () => {
    Overlay = startLoading();
  };
  return (props) => <Overlay {...props} />;
}

interface LoadFailureProps {
  readonly error: unknown;
  readonly onShown: () => void;
  readonly onUndo: (() => void) | undefined;
}

function LoadFailure({ error, onShown, onUndo }: LoadFailureProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: announce only once.
  useEffect(() => {
    // `React.lazy` caches a failed import forever.
    onShown();
    if (!onUndo) return;
    onUndo();
    toast({ tone: "destructive", title: getErrorMessage(error) });
  }, []);
  return null;
}
