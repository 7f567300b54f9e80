import { KeysTable } from "@/app/(dashboard)/keys/_components/keys-table";
import { PeopleTable } from "@/app/(dashboard)/people/_components/people-table";
import { KEY_ACCESSES } from "@/lib/keys/key-access";
import { AT, LATER } from "./data";
import { Example } from "./example";
import { key, person } from "./team-data";

/** The lists of keys and of people. */
export function TeamExamples() {
  return (
    <>
      <Example component="KeysTable" state="active, Paydeck's own, expired, revoked">
        <KeysTable
          grantable={KEY_ACCESSES}
          keys={[
            key,
            { ...key, keyId: "2", isOurs: true, label: "Paydeck", perSecond: 10, burst: 20, access: "all" },
            { ...key, keyId: "3", status: "EXPIRED", expiresAt: AT, lastUsedAt: null },
            { ...key, keyId: "4", status: "REVOKED", revokedAt: LATER, createdBy: null, access: null },
          ]}
        />
      </Example>
      <Example component="PeopleTable" state="oneself, locked, invited, deactivated">
        <PeopleTable
          ownId={person.id}
          people={[
            person,
            {
              ...person,
              id: "2",
              name: "Vikram Shah",
              email: "vikram@example.com",
              role: "finance",
              lockedUntil: "2036-11-25T09:00:00.000Z",
            },
            {
              ...person,
              id: "3",
              name: "Meera Iyer",
              email: "meera@example.com",
              role: "support",
              state: "invited",
              hasSecondFactor: false,
              lastUsedAt: null,
            },
            {
              ...person,
              id: "4",
              name: "Tom Reed",
              email: "tom@example.com",
              role: "ops",
              state: "deactivated",
              hasSecondFactor: false,
            },
          ]}
        />
      </Example>
    </>
  );
}
