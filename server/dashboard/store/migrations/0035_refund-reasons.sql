-- The reasons that people choose for a refund (decision 0277). The code is stored with what was refunded and never changes; its names may.
-- A reason in use cannot be deleted: the references below refuse it.
create table refund_reasons (
  code text primary key check (code ~ '^[a-z][a-z0-9_]{1,39}$' and code <> 'none'),
  name text not null,
  name_hi text,
  -- Whether a text must follow the name.
  needs_text boolean not null default false,
  is_active boolean not null default true,
  -- Smallest first.
  position integer not null,
  changed_by uuid references people,
  changed_at timestamptz(3) not null default now()
);
create unique index refund_reasons_by_name on refund_reasons (lower(name));

-- In these words earlier versions sent them.
insert into refund_reasons (code, name, name_hi, needs_text, position) values
  ('customer_request', 'Requested by the customer', 'ग्राहक ने माँगा', false, 1),
  ('duplicate_payment', 'Duplicate payment', 'दो बार भुगतान हुआ', false, 2),
  ('order_cancelled', 'Order cancelled', 'ऑर्डर रद्द हुआ', false, 3),
  ('goods_returned', 'Goods returned', 'सामान लौटाया गया', false, 4),
  ('wrong_amount', 'Wrong amount charged', 'ग़लत राशि ली गई', false, 5),
  ('suspected_fraud', 'Suspected fraud', 'धोखाधड़ी का संदेह', false, 6),
  ('other', 'Other', 'अन्य', true, 7);

-- Null for a text of no listed reason, for none, and in rows of earlier versions.
-- Old processes: they do not set the columns; the index is partial and empty, so building it reads the table once and holds no writer for long.
alter table refund_intents add column reason_code text references refund_reasons;
alter table approval_requests add column reason_code text references refund_reasons;
alter table bulk_rows add column reason_code text references refund_reasons;
create index refund_intents_by_reason on refund_intents (reason_code, requested_at desc, id desc) where reason_code is not null;
create index approval_requests_by_reason on approval_requests (reason_code) where reason_code is not null;
create index bulk_rows_by_reason on bulk_rows (reason_code) where reason_code is not null;
