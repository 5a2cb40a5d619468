import * as z from "zod/mini";
import type { User } from "#shared/accounts/user.ts";
import { maxCounted } from "#shared/staff/max-counted.ts";
import { type StaffUser, staffUsersContract, userFilters } from "#shared/staff/users.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { createColumnPreference } from "#client/lib/column-preference.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { formatCalendarDay, formatCount, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ColumnsButton } from "#client/ui/columns-button.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Chip } from "#client/ui/forms/chip.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { UserActions } from "./user-actions.tsx";

const Filters = z.object({
  search: z.optional(z.string()),
  filter: z.optional(z.enum(userFilters)),
});

const userColumns = createColumnPreference("user-columns", ["email", "joined", "lastSeen", "roles"]);

/** Accounts with what staff may do to them. */
export function UserList({ actor }: { readonly actor: User }) {
  const [filters, set] = useListParams(Filters);
  const users = usePagedQuery(staffUsersContract.listUsers, { query: filters });
  return (
    <>
      <div className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <SearchField
          label={t(actor.isAdmin ? "staff.searchUsersByEmail" : "staff.searchUsers")}
          value={filters.search ?? ""}
          onSearch={(text) => set("search", text)}
        />
        <Select
          label={t("staff.filter")}
          isLabelHidden
          value={filters.filter ?? ""}
          options={[
            { value: "", label: t("staff.allUsers") },
            ...userFilters.map((value) => ({ value, label: t(`staff.filter-${value}`) })),
          ]}
          onChange={(filter) => set("filter", filter)}
        />
      </div>
      <PagedList
        query={users}
        errorTitle={t("staff.loadFailed")}
        empty={<EmptyState title={t("staff.noUsers")} />}
        header={({ total }) => (
          <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-2">
            <p className="text-muted text-small">
              {t("staff.userCount", { n: total, count: formatCount(total, total >= maxCounted) })}
            </p>
            <ColumnsButton preference={userColumns} getLabel={(column) => t(`staff.column-${column}`)} />
          </div>
        )}
      >
        {(user) => <UserRow user={user} actor={actor} />}
      </PagedList>
    </>
  );
}

function UserRow({ user, actor }: { readonly user: StaffUser; readonly actor: User }) {
  const { name, username, email, createdAt, lastSeenAt } = user;
  const visibleColumns = userColumns.use();
  const isSuspended = user.suspendedUntil !== null && user.suspendedUntil > new Date();
  const badges = [
    user.isAdmin ? t("staff.admin") : user.isEmployee && t("staff.employee"),
    user.isAuthor && t("staff.author"),
    user.supporterUntil && t("staff.supporter"),
    !user.emailVerified && t("staff.unverified"),
    user.deletionRequestedAt && t("staff.deleting"),
  ].filter((badge): badge is string => Boolean(badge));
  return (
    <div className="flex items-start gap-2 py-3 ps-4 pe-2">
      <div className="min-w-0 flex-1 sm:flex sm:gap-4">
        <div className="min-w-0 flex-1">
          <p className="font-medium">
            <bdi>{name}</bdi>{" "}
            <bdi dir="ltr" className="font-normal text-muted">
              @{username}
            </bdi>
          </p>
          {email && visibleColumns.has("email") && (
            <p className="break-all text-small">
              <bdi dir="ltr">{email}</bdi>
            </p>
          )}
          <p className="text-muted text-small">
            {[
              visibleColumns.has("joined") && t("staff.joined", { day: formatCalendarDay(createdAt) }),
              visibleColumns.has("lastSeen") &&
                lastSeenAt &&
                t("staff.lastSeen", { when: formatRelativeTime(lastSeenAt) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {isSuspended && user.suspendedUntil && (
            <p className="mt-1 text-destructive text-small">
              {t("staff.suspendedUntil", { day: formatCalendarDay(user.suspendedUntil) })}{" "}
              <bdi>{user.suspendedReason}</bdi>
            </p>
          )}
        </div>
        {badges.length > 0 && visibleColumns.has("roles") && (
          <ul className="flex shrink-0 flex-wrap gap-1.5 max-sm:mt-1.5">
            {badges.map((badge) => (
              <li key={badge}>
                <Chip>{badge}</Chip>
              </li>
            ))}
          </ul>
        )}
      </div>
      {user.canManage ? (
        <UserActions user={user} actor={actor} isSuspended={isSuspended} />
      ) : (
        <span className="w-11 shrink-0" />
      )}
    </div>
  );
}
