import { ROLES } from "../can";

/** Whom a saved view is shared with: everybody, or one preset. */
export const VIEW_AUDIENCES = ["everybody", ...ROLES] as const;
export type ViewAudience = (typeof VIEW_AUDIENCES)[number];
/** A composed role of the account, with the organisation's own name. */
export type RoleAudience = { id: string; name: string };
export type SharedWith = ViewAudience | RoleAudience;

/** A person's saved filter of a list, and its columns; `query` is the query string of the list's address. */
export type SavedViewView = {
  viewId: string;
  name: string;
  query: string;
  /** Null while only its owner sees it. */
  sharedWith: SharedWith | null;
};

/** A colleague's view: to use and to copy. */
export type SharedViewView = {
  viewId: string;
  name: string;
  query: string;
  owner: string;
  sharedWith: SharedWith;
  /** Admins can stop the sharing of any view. */
  mayStop: boolean;
};

export type SavedViewsView = {
  own: SavedViewView[];
  shared: SharedViewView[];
  /** The composed roles that one's own views can be shared with, by name; none for somebody without a view. */
  roles: RoleAudience[];
};

export type SavedViewFault = "blank" | "too_long" | "not_a_text" | "taken" | "no_filter";
export type SavedViewOutcome =
  | { kind: "done"; viewId: string }
  | { kind: "invalid"; fault: SavedViewFault }
  | { kind: "too_many"; max: number }
  | { kind: "not_found" }
  /** The composed role that it was to be shared with does not exist any more. */
  | { kind: "role_gone" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** `sharedWith`: one of {@link VIEW_AUDIENCES}, the id of a composed role, or empty to share it with nobody. */
export type ShareViewInput = { viewId: string; sharedWith: string };
