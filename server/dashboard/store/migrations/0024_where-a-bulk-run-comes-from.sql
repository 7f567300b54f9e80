-- A run of cancels can be started from the list of stuck payments; every run so far was uploaded or pasted.
alter table bulk_runs add column source text not null default 'upload' check (source in ('upload', 'stuck_queue'));
