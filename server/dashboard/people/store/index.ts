/** Exports of the people store for other subjects. */
export { insertNotice } from "./account-notices";
export {
  type AttemptCount,
  countAttempt,
  deleteAttemptCountsBefore,
  recordSignInSuccess,
  uncountAttempt,
} from "./attempt-counts";
export { clearCodeFailures, forgiveCodeFailure, lockCodeFailures, saveCodeFailures } from "./code-failures";
export { rememberDevice } from "./person-devices";
export {
  type Person,
  activatePerson,
  countOthersWhoMay,
  findNames,
  findPerson,
  findPersonByEmail,
  lockActiveRole,
  insertInvitedPerson,
  insertPerson,
  lockPerson,
  lockSignInRight,
  maySignIn,
  updatePasswordHash,
  updateRole,
} from "./people";
export { listRoleNames, listRoles, lockRole } from "./roles";
export { findLinkedPerson, revokePersonLink } from "./person-links";
export { findSecondFactor, lockSecondFactor, saveLastStep, useRecoveryCode } from "./second-factors";
export {
  type SessionOpening,
  type SessionPerson,
  type SignedInPerson,
  deleteSession,
  findSessionPerson,
  findSignedInPerson,
  insertSession,
  type SessionTimes,
  touchSession,
} from "./sessions";
export { findChallengedPerson, insertChallenge, takeChallenge } from "./sign-in-challenges";
export {
  type SignInFailures,
  clearSignInFailures,
  countSignInLocks,
  deleteSignInFailuresBefore,
  forgiveSignInFailure,
  lockSignInFailures,
  saveSignInFailures,
} from "./sign-in-failures";
