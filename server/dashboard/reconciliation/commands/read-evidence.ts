import { hasCardNumber } from "@/lib/card-number";
import { type EvidenceFault, MAX_EVIDENCE, MAX_VENDOR_REFERENCE } from "@/lib/reconciliation/views";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText, isBlank } from "@/lib/text";

/** The evidence as it is stored, without blanks at its ends. Errors: each field that is wrong. */
export function readEvidence(typed: {
  evidence: string;
  vendorReference: string;
}): Result<{ evidence: string; vendorReference: string }, EvidenceFault[]> {
  const evidence = typed.evidence.trim();
  const vendorReference = typed.vendorReference.trim();
  const faults = [
    ...faultsOf("evidence", evidence, MAX_EVIDENCE),
    ...faultsOf("vendorReference", vendorReference, MAX_VENDOR_REFERENCE),
  ];
  return faults.length > 0 ? err(faults) : ok({ evidence, vendorReference });
}

function faultsOf(field: EvidenceFault["field"], text: string, max: number): EvidenceFault[] {
  if (isBlank(text)) return [{ field, fault: "missing" }];
  if (!isAcceptedText(text)) return [{ field, fault: "unstorable" }];
  if (codePointLength(text) > max) return [{ field, fault: "too_long" }];
  // The text is in the audit log too, from which nothing can be erased.
  return hasCardNumber(text) ? [{ field, fault: "card_number" }] : [];
}
