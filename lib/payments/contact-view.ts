/** A customer's contact, each part masked unless revealed; null where the payment has none. */
export type ContactView = { email: string | null; phone: string | null; name: string | null };
