-- Claims end by the clock of the database, which all processes share (decision 0264). Null in rows of an earlier version.

-- When the intent was recorded or last sent. `requested_at` and `sent_at` are the time of a process.
alter table refund_intents add column last_step_at timestamptz(3);

-- Until when the process that sends the row has it. `claimed_at` is the time of a process.
alter table bulk_rows add column claimed_until timestamptz(3);
