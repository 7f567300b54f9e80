export const people = {
  title: "People",
  about: "Who can use Paydeck, and in which role.",
  personTitle: "Person",
  invite: "Invite",
  you: "(you)",
  name: "Name",
  email: "Email",
  role: "Role",
  since: "Member since",
  lastUsed: "Last active",
  notSignedIn: "Not signed in",
  noRoleHere: "None here",
  noSuchPerson: "No person has this id",
  personActions: "View activity",
  state: {
    active: "Active",
    invited: "Invited",
    elsewhere: "Other accounts",
    deactivated: "Deactivated",
    locked: "Locked out",
  },
  panel: { person: "Role", access: "Access", factor: "Two-factor authentication", sessions: "Sessions" },
  saveRole: "Change role",
  roleHint:
    "Takes effect at once: they are signed out and must sign in again. At least one admin always stays active.",
  factor: {
    title: "Two-factor authentication",
    on: "On",
    off: "Off",
    offHint: "They sign in with their password only. They can turn it on in their account.",
    resetHint:
      "Reset it if they lost their phone and recovery codes. Until they turn it on again, they sign in with their password only.",
    ownHint: "This is your account. Turn it off on your account page, or ask another admin to reset it.",
    reset: "Reset two-factor authentication",
    resetTitle: "Reset two-factor authentication?",
    resetBody:
      "First make sure that the request came from {name}. Their sessions end. Until they turn it on again, they sign in with their password only.",
  },
  endSessions: "End all sessions",
  endSession: "End session",
  noSessions: "No active sessions.",
  access: {
    deactivated: "They can’t sign in. Their past actions stay in the audit log.",
    reactivate: "Reactivate",
    locked: "Locked after too many wrong passwords or codes, until",
    unlock: "Unlock",
    invitedHint:
      "Invitation not accepted yet. Send them a link to set a password. It works once and expires after three days.",
    activeHint:
      "If they forgot their password, send them a link to set a new one. It works once and expires after three days.",
    elsewhere:
      "They have no role in this account and sign in for other accounts. The role shown here is the one they get.",
    giveRole: "Give a role in this account",
    leave: "Remove from this account",
    leaveHint: "Takes away their role in this account alone. They still sign in for their other accounts.",
    leaveTitle: "Remove {name} from this account?",
    leaveBody:
      "Their sessions end at once. They can no longer open this account, and still sign in for their other accounts.",
    deactivateHint: "Ends all their sessions at once. They can no longer sign in.",
    deactivate: "Deactivate",
    deactivateTitle: "Deactivate {name}?",
    deactivateBody: "Their sessions end at once. You can reactivate them at any time.",
    deactivateOwn:
      "This is your account. You are signed out at once, and only another admin can reactivate you.",
  },
  link: {
    open: "Link valid until",
    ranOut: "Last link expired",
    invite: "Create invitation link",
    password: "Create password link",
    again: "Create new link",
    revoke: "Revoke link",
    what: "link",
    until: "Works once. Expires",
    made: {
      title: "Send them this link",
      mailed: "Link sent to them by email",
      mailedAdvice:
        "If it does not arrive, send them this link yourself, privately: the first person to open it sets the password. It is shown only once.",
      advice:
        "It is shown only once: Paydeck does not store it. Send it privately, because the first person to open it sets the password.",
    },
  },
  inviting: {
    title: "Invite a person",
    about: "Creates a link for them to set a password. Paydeck sends no email: you send the link yourself.",
    aboutMailed: "Sends them a link by email to set a password, and shows it to you.",
    roleHint:
      "Support can view. Ops can also cancel and create payments. Finance can also refund, approve and export. Admin can do everything.",
    account: "Account",
    accountHint:
      "They get a role in this account alone. Its admins can add people of other accounts by email.",
    submit: "Create invitation",
    toPerson: "View person",
    another: "Invite another person",
    fault: {
      name: "Enter a name of up to 100 characters.",
      email: "Enter an email address like name@example.com.",
      role: "Select a role.",
      account: "Select an account that is open.",
    },
    taken: {
      title: "This email is already in use",
      advice: "Nobody was invited. On that person’s page you can create a new link or reactivate them.",
    },
  },
  done: {
    change_role: "Role changed. They must sign in again.",
    deactivate: "Deactivated. All sessions ended.",
    leave_first: "Removed from this account. They sign in again for their other accounts.",
    reactivate: "Reactivated. They can sign in again.",
    revoke_link: "Link revoked. It no longer works.",
    reset_factor: "Two-factor authentication reset. All sessions ended.",
    end_sessions: "Ended. It takes effect on their next click.",
    unlock: "Unlocked. They can try again now.",
  },
  outcome: {
    done: "Done",
    unchanged: {
      title: "No change needed",
      advice: "It was already set. This page shows the current state.",
    },
    last_admin: {
      title: "This is the last active admin",
      advice: "Nothing was changed. Make another person an admin first.",
    },
    own: {
      title: "Ask another admin",
      advice:
        "You can’t reset your own two-factor authentication or unlock yourself here. Nothing was changed.",
    },
    no_other_account: {
      title: "They have a role in no other account",
      advice: "Nothing was changed. Deactivate them, or give them a role in another account first.",
    },
    not_found: { title: "No person has this id", advice: "Nothing was changed." },
    forbidden: {
      title: "Your role does not allow this",
      advice: "Nothing was changed. The attempt was recorded in the audit log.",
    },
  },
} as const;
