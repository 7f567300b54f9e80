import { Fact, Facts } from "@/components/ui/facts";
import { CopyableId } from "@/components/ui/copyable-id";
import { ForeignText } from "@/components/ui/text";
import type { PaymentView } from "@/lib/views";

/** Which payment it is about, in every state of the dialog. */
export function RefundSubject({ payment }: { payment: PaymentView }) {
  return (
    <div className="mb-4">
      <Facts>
        <Fact name="Merchant reference">
          <ForeignText>{payment.reference}</ForeignText>
        </Fact>
        <Fact name="Transaction id">
          <CopyableId id={payment.transactionId} what="transaction id" />
        </Fact>
      </Facts>
    </div>
  );
}
