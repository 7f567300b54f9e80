import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { DataTable } from "@/components/ui/table";
import { EmptyValue } from "@/components/ui/text";
import { Age } from "@/components/ui/time";
import type { PersonRow } from "@/lib/people";
import { paths } from "@/lib/paths";
import { roleName } from "@/lib/role-name";
import { PersonState, SecondFactorMark } from "./person-badges";

type PeopleTableProps = {
  people: readonly PersonRow[];
  ownId: string;
  /** In another one, two-factor authentication is not known: it is managed in the first. */
  isFirstAccount?: boolean;
};

export async function PeopleTable({ people, ownId, isFirstAccount = true }: PeopleTableProps) {
  const t = await translator("people");
  const common = await translator("common");
  return (
    <DataTable
      label={t("title")}
      rows={people}
      rowKey={(person) => person.id}
      columns={[
        {
          id: "person",
          heading: common("person"),
          cell: (person) => (
            <>
              <Link href={paths.person(person.id)} className="font-medium text-accent hover:underline">
                <bdi>{person.name}</bdi>
              </Link>
              {person.id === ownId && <span className="ml-1.5 text-ink-muted">{t("you")}</span>}
              <bdi className="block text-ink-muted">{person.email}</bdi>
              {/* On a phone, which has no state column: only unusual states. */}
              {(person.state !== "active" || person.lockedUntil !== null) && (
                <span className="mt-1 block @xl:hidden">
                  <PersonState person={person} />
                </span>
              )}
            </>
          ),
        },
        {
          id: "role",
          heading: t("role"),
          width: "7rem",
          cell: (person) =>
            person.state === "elsewhere" ? (
              <EmptyValue>{t("noRoleHere")}</EmptyValue>
            ) : (
              roleName(person.role, (preset) => common(`role.${preset}`))
            ),
        },
        {
          id: "state",
          heading: common("status"),
          width: "9.5rem",
          hideBelow: "sm",
          cell: (person) => <PersonState person={person} />,
        },
        ...(isFirstAccount
          ? [
              {
                id: "factor",
                heading: t("factor.title"),
                width: "8.5rem",
                hideBelow: "md",
                cell: (person: PersonRow) => <SecondFactorMark isOn={person.hasSecondFactor} />,
              } as const,
            ]
          : []),
        {
          id: "seen",
          heading: t("lastUsed"),
          width: "8rem",
          hideBelow: "md",
          cell: (person) =>
            person.lastUsedAt === null ? (
              <EmptyValue>{t("notSignedIn")}</EmptyValue>
            ) : (
              <Age iso={person.lastUsedAt} />
            ),
        },
      ]}
    />
  );
}
