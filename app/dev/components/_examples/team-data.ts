import type { KeyView } from "@/lib/keys/key-view";
import type { PersonRow } from "@/lib/people";
import { AT, LATER, PERSON } from "./data";

export const key: KeyView = {
  keyId: "key-1",
  keyStart: "pk_live_4f7c",
  label: "Shop",
  status: "ACTIVE",
  isOurs: false,
  createdAt: AT,
  createdBy: PERSON,
  lastUsedAt: LATER,
  expiresAt: null,
  revokedAt: null,
  perSecond: null,
  burst: null,
};
export const person: PersonRow = {
  id: "1",
  name: PERSON,
  email: "asha@example.com",
  role: "admin",
  state: "active",
  hasSecondFactor: true,
  lastUsedAt: LATER,
  lockedUntil: null,
};
