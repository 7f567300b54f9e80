-- What has not ended yet is asked for again and again, by metrics and reconciliation; it is a sliver of all rows.
create index refunds_open on refunds (requested_at) where completed_at is null;
create index reversals_unsettled on reversals (requested_at) where status <> 'SUCCESS';
