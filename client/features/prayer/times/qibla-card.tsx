import { clsx } from "clsx";
import { Compass } from "lucide-react";
import type { ChosenLocation } from "#shared/prayer/prayer-profile.ts";
import { getQiblaBearing } from "#shared/prayer/qibla.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { hasCompassSupport, useHeading } from "./use-heading.ts";

const kaaba = { latitude: 21.4225, longitude: 39.8262 };
const alignedDegrees = 0.002;
const facingDegrees = 5;
const points = ["0", "1", "2", "3", "4", "5", "6", "7"] as const;

export function QiblaCard({ location }: { readonly location: ChosenLocation }) {
  const bearing = getQiblaBearing(location);
  const compass = useHeading();
  const heading = compass.state === "on" ? compass.heading : 0;
  const deviation = Math.abs(((bearing - heading + 540) % 360) - 180);
  const isFacing = compass.state === "on" && deviation <= facingDegrees;
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="font-semibold font-title text-h3">{t("prayer.qibla")}</h2>
        <p>{isAtKaaba(location) ? t("prayer.qiblaHere") : formatBearing(bearing)}</p>
        <p className="text-muted text-small">{t("prayer.qiblaTrue")}</p>
      </div>
      <CompassRose bearing={bearing} heading={heading} isFacing={isFacing} />
      {hasCompassSupport() && (
        <div className="flex flex-col items-center gap-2 text-center">
          {compass.state === "on" ? (
            <Button tone="secondary" size="small" onClick={compass.stop}>
              {t("prayer.stopCompass")}
            </Button>
          ) : (
            <Button
              tone="secondary"
              size="small"
              icon={<Compass aria-hidden />}
              isPending={compass.state === "waiting"}
              onClick={() => void compass.start()}
            >
              {t("prayer.useCompass")}
            </Button>
          )}
          <p role="status" className="text-muted text-small empty:hidden">
            {compass.state === "on" && t(isFacing ? "prayer.facing" : "prayer.compassHint")}
            {compass.state === "refused" && t("prayer.compass_refused")}
            {compass.state === "none" && t("prayer.compass_none")}
          </p>
        </div>
      )}
    </Card>
  );
}

const isAtKaaba = ({ latitude, longitude }: ChosenLocation) =>
  Math.abs(latitude - kaaba.latitude) < alignedDegrees &&
  Math.abs(longitude - kaaba.longitude) < alignedDegrees;

function formatBearing(bearing: number): string {
  const point = points[Math.round(bearing / 45) % 8] ?? "0";
  return t("prayer.qiblaBearing", { degrees: bearing.toFixed(1), point: t(`prayer.point_${point}`) });
}

interface CompassRoseProps {
  readonly bearing: number;
  readonly heading: number;
  readonly isFacing: boolean;
}

const compassPoints = [
  [0, "prayer.n"],
  [90, "prayer.e"],
  [180, "prayer.s"],
  [270, "prayer.w"],
] as const;

function CompassRose({ bearing, heading, isFacing }: CompassRoseProps) {
  return (
    <svg
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={t("prayer.compass", { degrees: bearing.toFixed(1) })}
      className="mx-auto w-full max-w-56"
    >
      <circle r="92" className="fill-paper stroke-line" strokeWidth="2" />
      <g transform={`rotate(${-heading})`}>
        {Array.from({ length: 72 }, (_, index) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: fixed marks, five degrees apart.
            key={index}
            y1={index % 18 === 0 ? -78 : -84}
            y2="-90"
            strokeWidth={index % 6 === 0 ? 1.6 : 0.8}
            transform={`rotate(${index * 5})`}
            className="stroke-muted"
          />
        ))}
        {compassPoints.map(([degrees, letter]) => (
          <text
            key={letter}
            textAnchor="middle"
            dominantBaseline="central"
            transform={`rotate(${degrees}) translate(0 -66) rotate(${heading - degrees})`}
            className={clsx("font-semibold text-[13px]", degrees === 0 ? "fill-primary" : "fill-muted")}
          >
            {t(letter)}
          </text>
        ))}
        <g transform={`rotate(${bearing})`} className={isFacing ? "text-accent" : "text-primary"}>
          <line y1="46" y2="-34" className="stroke-current" strokeWidth="5" strokeLinecap="round" />
          <path d="M0 -56 L13 -28 L0 -34 L-13 -28 Z" className="fill-current" />
        </g>
      </g>
      <rect x="-9" y="-9" width="18" height="18" rx="2" className="fill-ink" />
      <rect x="-9" y="-5" width="18" height="3.5" className="fill-accent" />
    </svg>
  );
}
