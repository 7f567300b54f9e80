import { RoleEditor } from "@/app/(dashboard)/people/roles/_components/role-editor";
import { RolesTables } from "@/app/(dashboard)/people/roles/_components/roles-tables";
import { RolePermissions } from "@/components/people/role-permissions";
import { PERMISSIONS } from "@/lib/can";
import { Example } from "./example";
import { LimitExample } from "./limit-example";
import { refundDesk } from "./team-data";

const ANY = { refund_payment: null, approve_refund: null };

/** The page of roles, and the form of one. */
export function RoleExamples() {
  return (
    <>
      <Example component="RolesTables" state="presets, and one composed role">
        <RolesTables
          view={{
            presets: { support: 3, ops: 2, admin: 1 },
            roles: [refundDesk],
            grantable: [...PERMISSIONS],
            grantableLimits: ANY,
          }}
        />
      </Example>
      <Example component="RolePermissions" state="up to an amount, and everything">
        <RolePermissions role={refundDesk} />
        <RolePermissions role="admin" />
      </Example>
      <Example component="RoleEditor" state="new, with a role that may not give everything">
        <RoleEditor
          role={null}
          grantable={["view_payments", "manage_people"]}
          grantableLimits={{ refund_payment: { INR: "100000" }, approve_refund: null }}
        />
      </Example>
      <Example component="RoleEditor" state="a role that people have">
        <RoleEditor role={refundDesk} grantable={PERMISSIONS} grantableLimits={ANY} />
      </Example>
      <Example component="RoleEditor" state="a role that allows more than the viewer’s own">
        <RoleEditor
          role={{ ...refundDesk, mayChange: false }}
          grantable={["view_payments", "manage_people"]}
          grantableLimits={ANY}
        />
      </Example>
      <Example component="LimitFields" state="limited by the viewer’s own role, with a fault">
        <LimitExample />
      </Example>
    </>
  );
}
