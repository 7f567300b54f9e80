/**
 * A quick lookup is part of the page's HTML: it needs no JavaScript, and no skeleton flickers. For a slow one the page
 * is sent first, with a skeleton.
 */
export const SKELETON_AFTER_MS = 300;
