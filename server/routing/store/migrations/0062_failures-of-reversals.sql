-- Why a reversal failed, or why its gateway does not accept it yet, as with refunds. Null for all of earlier versions. Old
-- processes: they leave the columns as they are.
alter table reversals
  add column failure_reason text,
  add column failure_code text,
  add column failure_message text;
