import type { SessionPerson } from "../people/store";

/** The signed-in person as the database has them at this request, and the session they come by. */
export type Actor = SessionPerson;
