import { clsx } from "clsx";
import { Underline } from "lucide-react";
import { type MarkStyle, markStyles } from "#shared/marks/mark.ts";
import { markColors } from "#client/features/marks/page/mark-renderer.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Tooltip } from "#client/ui/overlays/tooltip.tsx";

interface StyleButtonsProps {
  /** Null when none is chosen yet. */
  readonly value: MarkStyle | null;
  readonly onChoose: (style: MarkStyle) => void;
}

/** The five colours and the underline. */
export function StyleButtons({ value, onChoose }: StyleButtonsProps) {
  return markStyles.map((style) => (
    <Tooltip key={style} label={t(`marks.style-${style}`)}>
      <button
        type="button"
        aria-label={t(`marks.style-${style}`)}
        aria-pressed={value === style}
        onClick={() => onChoose(style)}
        className="grid size-11 shrink-0 place-items-center max-[24rem]:w-10 rounded-control hover:bg-primary/10"
      >
        <span
          aria-hidden
          style={style === "underline" ? undefined : { backgroundColor: markColors[style] }}
          className={clsx(
            "grid size-6 place-items-center rounded-full [&_svg]:size-5",
            value === style && "outline-2 outline-ink outline-offset-2",
          )}
        >
          {style === "underline" && <Underline />}
        </span>
      </button>
    </Tooltip>
  ));
}
