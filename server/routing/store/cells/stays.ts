/**
 * SQL: whether the merchant of a column is not moving to another cell, and has not moved. For statements over all merchants: one
 * that moves must not be worked on here, and what refuses changes of its rows must not keep the others from being worked on
 * (decision 0334). A list that Postgres makes once for a statement, from a partial index, so that the rest keeps its plan.
 */
export function stays(merchantId: string): string {
  return `${merchantId} <> all (array(select id from merchants where move_stage is not null))`;
}

/** SQL: the same, but also while it moves: it may stay after all. What has moved is only kept until it is cleared. */
export function hasNotMoved(merchantId: string): string {
  return `${merchantId} <> all (array(select id from merchants where move_stage = 'moved'))`;
}
