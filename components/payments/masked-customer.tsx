import { WithMarks } from "@/components/ui/text";
import { EmptyValue } from "@/components/ui/empty-value";
import type { ContactView } from "@/lib/payments/contact-view";

/** The masked contact, one part a line; a dash when none is known. */
export function MaskedCustomer({ customer }: { customer: ContactView | null }) {
  const parts = customer === null ? [] : [customer.name, customer.email, customer.phone];
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return <EmptyValue>–</EmptyValue>;
  return known.slice(0, 2).map((part) => (
    <bdi key={part} className="block text-ink-muted">
      <WithMarks text={part} />
    </bdi>
  ));
}
