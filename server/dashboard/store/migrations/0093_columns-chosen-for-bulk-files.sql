-- What a person chose as the columns of a bulk file, proposed again for a file with the same headings (decision 0373).
create table bulk_layouts (
  person_id uuid not null references people (id) on delete cascade,
  kind text not null check (kind in ('refund', 'cancel', 'lookup')),
  -- Of the names, not the names themselves: a file may have anything in them.
  headings_hash text not null,
  -- {"columns": {"reference": 0, "amount": 2}, "decimalSign": "."}
  choice jsonb not null check (jsonb_typeof(choice) = 'object'),
  chosen_at timestamptz(3) not null,
  primary key (person_id, kind, headings_hash)
);
