-- When a merchant's move to another cell began, and when the command had done all of it (decision 0338). A move without an end is one
-- whose command was killed, or still runs: the merchant is served by no cell, or its jobs wait in the old one. Both are null for
-- a merchant that stays. `moved_to` is known from the beginning now, so that a person can be told which command to repeat.
alter table merchants add column move_began_at timestamptz;
alter table merchants add column move_ended_at timestamptz;

-- Old processes: they do not know these columns. Only the command of this version sets them.
