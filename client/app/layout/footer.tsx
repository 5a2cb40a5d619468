import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { LanguageSwitch } from "#client/features/accounts/language-switch.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { socialLinks } from "#client/lib/site-config.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { AppearanceButton } from "./appearance-button.tsx";
import { Logo } from "./logo.tsx";
import {
  getBrowseMenuItems,
  legalNavItems,
  type NavItem,
  socialNavItems,
  supportNavItems,
} from "./nav-items.tsx";

const linkClassName =
  "inline-flex min-h-11 items-center text-muted text-small hover:text-ink hover:underline hover:underline-offset-4";

/** On phones the columns are collapsed for signed-in readers, who have the tabs. */
export function Footer() {
  const isSignedIn = useUser() !== null;
  const [isOpen, setOpen] = useState(false);
  const columnClassName = isSignedIn && !isOpen ? "max-sm:hidden" : "";
  return (
    <footer className="mt-12 border-line border-t bg-surface print:hidden">
      <div className="mx-auto max-w-page px-4 pt-10 pb-6 sm:px-6">
        <div className="grid grid-cols-2 gap-8 sm:grid-cols-3 lg:flex lg:justify-between">
          <div className="col-span-full lg:flex-1">
            <Logo />
            <p className="mt-2 max-w-sm text-muted text-small">
              {t("shell.footerText", { product: getProductName() })}
            </p>
            <div className="-ms-3 mt-2 flex flex-wrap">
              <LanguageSwitch />
              <AppearanceButton />
            </div>
          </div>
          {isSignedIn && (
            <Button
              tone="quiet"
              size="small"
              aria-expanded={isOpen}
              className="-ms-3 -mt-4 col-span-full justify-self-start sm:hidden"
              onClick={() => setOpen(!isOpen)}
            >
              {t("shell.allLinks")}
            </Button>
          )}
          <Column className={columnClassName} title={t("shell.browse")}>
            {renderLinks(getBrowseMenuItems(isSignedIn))}
          </Column>
          <Column className={columnClassName} title={t("shell.support")}>
            {renderLinks(supportNavItems)}
          </Column>
          <Column className={columnClassName} title={t("shell.social")}>
            {renderLinks(socialNavItems)}
            {socialLinks.map(({ name, url }) => (
              <li key={url}>
                <a href={url} rel="noopener noreferrer me" target="_blank" className={linkClassName}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
          </Column>
        </div>
        <nav aria-label={t("shell.legal")} className="mt-6 border-line border-t pt-3">
          <ul className="flex flex-wrap gap-x-6">{renderLinks(legalNavItems)}</ul>
        </nav>
      </div>
    </footer>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly className: string;
  readonly children: ReactNode;
}

function Column({ title, className, children }: ColumnProps) {
  return (
    <nav aria-label={title} className={clsx("lg:min-w-36", className)}>
      <h2 className="mb-1 font-semibold text-small">{title}</h2>
      <ul>{children}</ul>
    </nav>
  );
}

function renderLinks(items: readonly NavItem[]): ReactNode {
  return items.map(({ to, text }) => (
    <li key={to}>
      <Link to={to} className={linkClassName}>
        {t(text)}
      </Link>
    </li>
  ));
}
