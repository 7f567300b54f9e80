-- A refund that was sent again may be answered by a 404, which settles nothing and is not the same as no usable response.
-- Old processes: the constraint allows one more value and all earlier ones, so no row is refused; the page of such a refund shows the name of the value instead of a sentence.
alter table refund_resolutions drop constraint refund_resolutions_resend_finding_check;
alter table refund_resolutions add constraint refund_resolutions_resend_finding_check check (resend_finding in
  ('unreachable', 'no_answer', 'busy', 'key_refused', 'unknown_payment')) not valid;
