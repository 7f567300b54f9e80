-- The intents that a person has seen, and has said that this refund is a separate one and no duplicate of them (decision 0200). A row of a
-- bulk run has the id of its intent before that is written, and a request for approval too.
alter table refund_intents add column separate_from uuid[] not null default '{}';
