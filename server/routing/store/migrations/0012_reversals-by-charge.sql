-- A gateway's notification names the charge; without this it read every reversal that has not ended (decision 0181).
create index reversals_of_charge on reversals (gateway_transaction_id);
