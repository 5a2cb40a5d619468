import { X } from "lucide-react";
import { BesidePassage } from "#client/features/marks/components/beside-passage.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { groupShares } from "./group-shares.ts";
import { SharedMarkView } from "./shared-mark-view.tsx";
import type { MarginPages } from "./use-margin-pages.ts";

interface MarginCardProps {
  readonly pages: MarginPages;
  /** Changes when the page moves. */
  readonly position: string;
}

/** The marks of others at the passage that was tapped. */
export function MarginCard({ pages: { margin, renderer, opened, open }, position }: MarginCardProps) {
  const [first] = opened;
  const range = first && renderer.findRange(first.id);
  if (!range) return null;
  const close = () => open([]);
  return (
    <BesidePassage label={t("margin.title")} range={range} position={position} onClose={close}>
      <div className="flex items-center justify-between ps-3">
        <p className="font-medium text-small">{t("margin.title")}</p>
        <IconButton label={t("common.close")} icon={<X aria-hidden />} onClick={close} />
      </div>
      <ul className="max-h-60 w-80 max-w-full divide-y divide-line overflow-y-auto">
        {groupShares(opened).map((mark) => (
          <li key={mark.id}>
            <SharedMarkView mark={mark} communities={margin.communities} />
          </li>
        ))}
      </ul>
    </BesidePassage>
  );
}
