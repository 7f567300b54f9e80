-- Why a refund failed, or why its gateway does not accept it yet; the reasons are those of `lib/contract/refund-failures.ts`. Null for
-- all refunds of earlier versions. Old processes: they leave the columns as they are.
alter table refunds
  add column failure_reason text,
  add column failure_code text,
  add column failure_message text;
