import { ROLES } from "../can";

/** Whom a saved view is shared with: everybody, or one role. */
export const VIEW_AUDIENCES = ["everybody", ...ROLES] as const;
export type ViewAudience = (typeof VIEW_AUDIENCES)[number];

/** A person's saved filter of a list, and its columns; `query` is the query string of the list's address. */
export type SavedViewView = {
  viewId: string;
  name: string;
  query: string;
  /** Null while only its owner sees it. */
  sharedWith: ViewAudience | null;
};

/** A colleague's view: to use and to copy. */
export type SharedViewView = {
  viewId: string;
  name: string;
  query: string;
  owner: string;
  sharedWith: ViewAudience;
  /** Admins can stop the sharing of any view. */
  mayStop: boolean;
};

export type SavedViewsView = { own: SavedViewView[]; shared: SharedViewView[] };

export type SavedViewFault = "blank" | "too_long" | "not_a_text" | "taken" | "no_filter";
export type SavedViewOutcome =
  | { kind: "done"; viewId: string }
  | { kind: "invalid"; fault: SavedViewFault }
  | { kind: "too_many"; max: number }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** `sharedWith`: one of {@link VIEW_AUDIENCES}, or empty to share it with nobody. */
export type ShareViewInput = { viewId: string; sharedWith: string };
