import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { DataTable } from "@/components/ui/table";
import { EmptyValue, Line } from "@/components/ui/text";
import { Age } from "@/components/ui/time";
import type { PersonRow } from "@/lib/people";
import { paths } from "@/lib/paths";
import { roleName } from "@/lib/role-name";
import { PersonState, SecondFactorMark } from "./person-badges";

type PeopleTableProps = {
  people: readonly PersonRow[];
  ownId: string;
  /** False in another account, which does not know about two-factor authentication: it is managed in the first. */
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
          onCard: "start",
          cell: (person) => (
            <>
              <Link
                data-opens
                href={paths.person(person.id)}
                title={person.name}
                className="inline-block max-w-56 truncate align-bottom"
              >
                <bdi>{person.name}</bdi>
              </Link>
              {person.id === ownId && <span className="ml-1.5 text-ink-muted">{t("you")}</span>}
            </>
          ),
        },
        {
          id: "state",
          heading: common("status"),
          onCard: "line",
          cell: (person) => <PersonState person={person} />,
        },
        {
          id: "role",
          heading: t("role"),
          onCard: "last",
          cell: (person) =>
            person.state === "elsewhere" ? (
              <EmptyValue>{t("noRoleHere")}</EmptyValue>
            ) : (
              roleName(person.role, (preset) => common(`role.${preset}`))
            ),
        },
        {
          id: "email",
          heading: t("email"),
          fills: "cut",
          onCard: "last",
          cell: (person) => <Line text={person.email} />,
        },
        ...(isFirstAccount
          ? [
              {
                id: "factor",
                heading: t("factor.title"),
                hideBelow: "md",
                cell: (person: PersonRow) => <SecondFactorMark isOn={person.hasSecondFactor} />,
              } as const,
            ]
          : []),
        {
          id: "seen",
          heading: t("lastUsed"),
          width: "8rem",
          align: "end",
          hideBelow: "md",
          onCard: "end",
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
