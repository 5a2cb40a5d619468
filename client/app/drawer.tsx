import { useQueryClient } from "@tanstack/react-query";
import { LogIn } from "lucide-react";
import { NavLink } from "react-router-dom";
import { useUser } from "#client/lib/session.ts";
import { signOut } from "#client/lib/sign-out.ts";
import { say } from "#client/lib/words.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Button, buttonLook } from "#client/ui/button.tsx";
import { Sheet } from "#client/ui/sheet.tsx";
import { guestPlaces, readerPlaces, signOutIcon } from "./places.tsx";

/** The menu of phones and tablets: who is here, where to go, and the way in or out. */
export function Drawer({ onClose }: { readonly onClose: () => void }) {
  const user = useUser();
  const client = useQueryClient();
  const name = user ? user.firstName || user.email || say("shell.user") : say("shell.guest");

  return (
    <Sheet title={say("shell.menu")} side="start" isOpen onClose={onClose}>
      <div className="flex items-center gap-3 border-line border-b px-5 pb-4">
        <Avatar imageUrl={user?.profileImageUrl ?? ""} name={name} className="size-12" />
        <p dir="auto" className="min-w-0 truncate font-semibold">
          {name}
        </p>
      </div>
      <nav aria-label={say("shell.mainNavigation")} className="flex flex-1 flex-col gap-0.5 p-3">
        {(user ? readerPlaces : guestPlaces).map(({ to, text, icon }) => (
          <NavLink
            key={to}
            to={to}
            end={to === "/"}
            onClick={onClose}
            className="flex min-h-12 items-center gap-3 rounded-control px-3 font-medium hover:bg-primary/10 aria-[current=page]:bg-primary/10 aria-[current=page]:text-primary [&_svg]:size-5.5"
          >
            {icon}
            {say(text)}
          </NavLink>
        ))}
      </nav>
      <div className="border-line border-t p-3">
        {user ? (
          <Button tone="secondary" isWide icon={signOutIcon} onClick={() => signOut(client)}>
            {say("shell.signOut")}
          </Button>
        ) : (
          <a href="/api/login" className={buttonLook({ isWide: true })}>
            <LogIn aria-hidden />
            {say("common.signIn")}
          </a>
        )}
      </div>
    </Sheet>
  );
}
