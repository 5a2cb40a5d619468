import { clsx } from "clsx";
import { useState } from "react";
import { EightPointStar } from "./geometric-pattern.tsx";

interface AvatarProps {
  readonly imageUrl: string;
  readonly name: string;
  readonly className?: string;
}

export function Avatar({ imageUrl, name, className = "size-10" }: AvatarProps) {
  const [broken, setBroken] = useState("");
  const hasPicture = imageUrl !== "" && imageUrl !== broken;
  return (
    <span
      aria-hidden
      className={clsx(
        "relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary/10",
        className,
      )}
    >
      {hasPicture ? (
        <img src={imageUrl} alt="" onError={() => setBroken(imageUrl)} className="size-full object-cover" />
      ) : (
        <>
          <EightPointStar isOpen className="absolute inset-0 size-full text-primary/35" />
          <span className="font-semibold text-primary uppercase">{Array.from(name.trim())[0] ?? ""}</span>
        </>
      )}
    </span>
  );
}
