/**
 * A quick lookup is part of the page's HTML: it needs no JavaScript, and no skeleton flickers. For a slow one the page
 * is sent first, with a skeleton.
 */
export const SKELETON_AFTER_MS = 300;

/** The value if `promise` resolves within `limitMs`, else null. The promise goes on and can be awaited again. */
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
