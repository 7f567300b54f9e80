-- When the intent was recorded, by the clock of the database (decision 0264): from then on the service may have its key. Null
-- in rows of an earlier version.
alter table refund_intents add column first_step_at timestamptz(3);
