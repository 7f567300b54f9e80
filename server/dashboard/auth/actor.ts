import type { SessionPerson } from "../people/store";

/** The signed-in person as stored in the database at this request, and the session of the request. */
export type Actor = SessionPerson;
