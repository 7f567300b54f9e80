import type { OwnAccount } from "@/server/dashboard/context";

/** Whose accounts these are; empty where none of them can be read. */
export const personOf = (accounts: readonly OwnAccount[]): string =>
  accounts.find(({ ctx }) => ctx !== null)?.ctx?.actor.userId ?? "";
