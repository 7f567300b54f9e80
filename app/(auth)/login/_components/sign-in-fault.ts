export type SignInFault = { title: string; advice: string };

/**
 * Why nobody was signed in, by the code that next-auth hands back. The words never tell which emails have an account
 * (failure 36).
 */
export function signInFault(code: string | undefined): SignInFault {
  if (code === "CredentialsSignin") {
    return { title: "Email or password is wrong", advice: "Check both and try again." };
  }
  if (code === "LockedOut") {
    return {
      title: "Too many attempts",
      advice:
        "Sign-in with this email is locked for up to 15 minutes. Wait, then try again, or ask an administrator.",
    };
  }
  return {
    title: "Signing in did not work",
    advice: "Paydeck could not check your password. Nothing was changed; try again in a moment.",
  };
}
