import { Link } from "@/components/ui/link";
import { ForeignText } from "@/components/ui/text";
import { paths } from "@/lib/paths";

/** A row's payment by its merchant reference, as a link to the payment. */
export function PaymentReference({ row }: { row: { reference: string; transactionId: string | null } }) {
  const { reference, transactionId } = row;
  return (
    <Link
      href={paths.paymentOf(reference, transactionId)}
      className="font-medium text-accent underline-offset-2 hover:underline"
    >
      <ForeignText>{reference}</ForeignText>
    </Link>
  );
}
