-- The key of a person's recovery codes, when they were hashed with an earlier SECOND_FACTOR_KEY: hashes cannot be made again
-- without the codes, so that key's hashing key is sealed with the new one (decision 0273). Null: the key of the processes.
alter table second_factors add column sealed_code_key text;
