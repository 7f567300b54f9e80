-- What an admin has set for refunds (decision 0293). One row at most; without it everything is off, as in versions before.
create table refund_settings (
  id boolean primary key default true check (id),
  -- While any reason is offered, every new refund, request, row of a file and manual refund names one.
  is_reason_required boolean not null default false,
  changed_by uuid references people,
  changed_at timestamptz(3) not null default now()
);

-- Why the money was returned; null for no reason, and in rows of earlier versions. The text is the reason's name as it was then.
-- Old processes: they do not set the columns; the index is partial and empty, so building it reads the table once and holds no writer for long.
alter table manual_refunds add column reason text;
alter table manual_refunds add column reason_code text references refund_reasons;
create index manual_refunds_by_reason on manual_refunds (reason_code) where reason_code is not null;
