-- The beginning of a reference in any case (decision 0246). The column's collation is "C": its lower case changes A to Z only.
create index payments_by_reference_in_any_case on payments (merchant_id, lower(merchant_transaction_id));
