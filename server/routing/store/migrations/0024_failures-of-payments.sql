-- Why the customer's last attempt at a payment failed, in the gateway's own words (decision 0250); null when it gave none. The texts
-- are cleaned and bounded before they are saved: no control characters, no numbers long enough for a card, no addresses.
alter table payments add column failure_code text check (length(failure_code) <= 64);
alter table payments add column failure_message text check (length(failure_message) <= 300);
