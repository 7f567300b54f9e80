/**
 * The value if `promise` resolves within `limitMs`, else null. The promise goes on and can be awaited again; if it fails
 * later, nothing is thrown.
 */
export async function valueWithin<T>(promise: Promise<T>, limitMs: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
