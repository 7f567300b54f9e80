export const signIn = {
  page: "Sign in",
  title: "Sign in to Paydeck",
  email: "Email",
  password: "Password",
  submit: "Sign in",
  emailMissing: "Enter your email.",
  passwordMissing: "Enter your password.",
  byProvider: "Continue with {name}",
  or: "or",
  noAccount: "No account, or can’t sign in? Ask an admin for a link.",
  noRole: {
    title: "You have no role in any account",
    advice: "You are signed in as {name}. Ask an admin to give you a role, then sign in again.",
    signOut: "Sign out",
  },
  status: "Status of Paydeck",
  sandbox: {
    title: "Sandbox accounts",
    about: "One for each role. The password was printed in the terminal at the first start.",
  },
  fault: {
    wrong: { title: "Incorrect email or password", advice: "Check both and try again." },
    locked: {
      title: "Too many attempts",
      advice:
        "Sign-in with this email is locked for {minutes, plural, one {# more minute} other {# more minutes}}. Wait, or ask an admin to unlock it.",
    },
    limited: {
      title: "Too many sign-in attempts",
      advice:
        "Sign-in from your network is paused for {minutes, plural, one {# more minute} other {# more minutes}} after too many failed attempts.",
    },
    busy: {
      title: "Too many sign-ins at once",
      advice: "Your password was not checked. Wait a few seconds, then try again.",
    },
    unavailable: {
      title: "Sign-in failed",
      advice: "Paydeck could not verify your identity. Nothing was changed. Try again in a moment.",
    },
    provider: {
      title: "Sign-in with {name} failed",
      advice: "{name} returned no valid response, or the sign-in took too long. Try again.",
    },
    unknownPerson: {
      title: "You have no account here",
      advice:
        "{name} recognises you, but nobody has invited that email to Paydeck. Ask an admin for an invitation.",
    },
    emailNotVerified: {
      title: "Your email is not verified",
      advice: "Verify your email with {name}, then try again.",
    },
    deactivated: {
      title: "Your account is deactivated",
      advice: "An admin deactivated it. Ask an admin if you still need access.",
    },
  },
  code: {
    page: "Enter your code",
    title: "Enter your code",
    about: "Your password is correct. Now enter the code from your authenticator app, or a recovery code.",
    label: "Code",
    hint: "Six digits, or a recovery code like abcd-efgh-2345.",
    submit: "Continue",
    back: "Start again",
    missing: "Enter the code.",
    wrong: {
      title: "This code is incorrect or already used",
      advice: "Wait for the next code in your app, and check that your phone’s clock is correct.",
    },
    locked: {
      title: "Too many wrong codes",
      advice:
        "Codes are blocked for {minutes, plural, one {# more minute} other {# more minutes}}. An admin can unlock your account.",
      adviceHours:
        "Codes are blocked for {hours, plural, one {# more hour} other {# more hours}}. An admin can unlock your account.",
    },
    expired: {
      title: "Your sign-in expired",
      advice: "You have five minutes to enter the code. Start again with your email and password.",
    },
  },
  invitation: {
    page: "Choose your password",
    welcome: "Welcome to Paydeck",
    welcomeAbout: "You were invited as {role}. Enter your name and choose a password.",
    again: "Choose a new password",
    againAbout: "Saving it ends all your sessions.",
    account: "Account",
    name: "Your name",
    password: "New password",
    passwordHint: "At least 12 characters. A few unrelated words work well.",
    submit: "Save and sign in",
    gone: {
      title: "This link no longer works",
      advice: "It was used, replaced or revoked, or it has expired. Ask an admin for a new one.",
      toSignIn: "Go to sign-in",
    },
    busy: "Nothing was saved and your link still works. Wait a few seconds, then try again.",
    nameFault: "Enter a name of up to 100 characters.",
  },
  passwordFault: {
    too_short: "Too short: at least 12 characters.",
    too_long: "Too long: at most 1,000 characters.",
    well_known: "This password is too common. Choose another.",
    like_yourself: "This password is too similar to your name or email. Choose another.",
  },
} as const;
