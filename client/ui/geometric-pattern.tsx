import { useId } from "react";

/** A faint lattice of eight-pointed stars as a background. The parent must be `relative`. */
export function Lattice({ className = "text-accent/12" }: { readonly className?: string }) {
  const id = useId();
  return (
    <svg aria-hidden="true" className={`pointer-events-none absolute inset-0 size-full ${className}`}>
      <defs>
        <pattern id={id} width="72" height="72" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="1.25">
            <path d={drawEightPointStar(36, 36, 22)} />
            <path d={drawEightPointStar(36, 36, 11)} />
            <path d="M36 14V0M36 58v14M14 36H0M58 36h14M20.4 20.4 0 0M51.6 20.4 72 0M20.4 51.6 0 72M51.6 51.6 72 72" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

interface EightPointStarProps {
  readonly className?: string;
  readonly isOpen?: boolean;
}

export function EightPointStar({ className, isOpen = false }: EightPointStarProps) {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" strokeWidth="1.5" className={className}>
      <g fill="none" stroke="currentColor" strokeLinejoin="round">
        <path d={drawEightPointStar(32, 32, 30)} />
        {!isOpen && (
          <>
            <path d={drawEightPointStar(32, 32, 19)} />
            <circle cx="32" cy="32" r="7" />
          </>
        )}
      </g>
    </svg>
  );
}

/** Two squares, one turned by 45°, drawn as one outline. */
function drawEightPointStar(x: number, y: number, radius: number): string {
  const inner = radius * 0.765;
  const points = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8;
    const pointRadius = index % 2 ? inner : radius;
    return `${round(x + pointRadius * Math.cos(angle))} ${round(y + pointRadius * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

const round = (value: number) => Math.round(value * 100) / 100;
