-- When the credentials of an account that takes no payments were last entered again: the day after which it is deleted without
-- payments begins anew (decision 0315). Null: never, so that it counts from `retired_at`.
-- Old processes: they write nothing here, and delete an account a day after it was taken out of use, also one entered again since.
alter table gateway_accounts add column kept_from timestamptz;
