-- Why a refund failed at its gateway: the reasons are those of `lib/contract/refund-failures.ts`. Null for earlier ones.
-- Old processes: they leave the columns as they are.
alter table refund_intents add column failure_reason text, add column failure_message text;
