/**
 * A salt or webhook secret that the service's key does not open: the key is another one, or the row is damaged. The operator
 * has to act; its merchant alone is affected (decision 0263). Contains no key and nothing of a request.
 */
export class UnreadableSecretError extends Error {
  override name = "UnreadableSecretError";
}
