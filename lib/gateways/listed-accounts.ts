import type { OpsResult } from "../contract/ops";

type Vendor = OpsResult<"gateways.accounts">["vendors"][number];

/**
 * Who made a change of an account at a vendor. Whoever has a key of the merchant can give a colleague's name, so a person is
 * named only where the dashboard's own key signed, or where the service does not say which. `label`: null where the key is not listed.
 */
export type ChangeAuthor = { kind: "person"; name: string } | { kind: "key"; label: string | null };

/** An author is null where nothing is recorded. */
export type ListedAccount = Vendor["accounts"][number] & {
  changed_author: ChangeAuthor;
  used_author: ChangeAuthor | null;
  retired_author: ChangeAuthor | null;
};
export type ListedVendor = Pick<Vendor, "gateway" | "environment" | "notification_address"> & {
  accounts: ListedAccount[];
};
export type ListedVendors = { vendors: ListedVendor[] };
