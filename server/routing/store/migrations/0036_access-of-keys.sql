-- What a key may call (decision 0315). Keys from before, and those of old processes, may call everything.
-- Old processes: they do not know the column and let every key call everything, and their rotation of a restricted key
-- creates one that may. The first restricted key is created when none of them runs any more.
alter table api_keys add column access text not null default 'all' check (access in ('all', 'payments'));
