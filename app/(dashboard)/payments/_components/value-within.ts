/**
 * A quick look-up is part of the page itself: it needs no script to be seen, and no skeleton flickers. Only a slow one
 * lets the page go ahead with a skeleton in its place.
 */
export const SKELETON_AFTER_MS = 300;

/** The value if it comes within `limitMs`, else null. The promise itself goes on and can be awaited again. */
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
