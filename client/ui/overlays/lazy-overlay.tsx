import { type ComponentType, lazy, useEffect } from "react";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { toast } from "./toast.ts";

interface MayBeMissing {
  readonly onMissing?: () => void;
  readonly onClose?: () => void;
}

export function lazyLayer<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & MayBeMissing> {
  const startLoading = () =>
    lazy(async (): Promise<{ default: ComponentType<Props & MayBeMissing> }> => {
      try {
        return { default: await load() };
      } catch (error) {
        return {
          default: ({ onMissing, onClose }) => (
            <LoadFailure error={error} onShown={reload} onUndo={onMissing ?? onClose} />
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
