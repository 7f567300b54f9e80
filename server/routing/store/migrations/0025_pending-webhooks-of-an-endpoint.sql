-- Pending deliveries of one endpoint, those that are retried apart from those that are not (decision 0252). Short while
-- endpoints work: a delivery leaves it when it is sent.
create index webhook_deliveries_waiting on webhook_deliveries (merchant_id, endpoint_id,
  (case when attempts > 0 and (last_response_status is null or last_response_status not between 200 and 299)
    then 'RETRYING' else 'NEW' end), id)
  where status = 'WAITING';
