import { ROLES, type Role } from "@/lib/can";

/** The sandbox's four accounts, one for each role. */
export const SANDBOX_PEOPLE: readonly { email: string; name: string; role: Role }[] = ROLES.map((role) => ({
  email: `${role}@example.com`,
  name: `Sandbox ${role}`,
  role,
}));
