/* What is shown before somebody is signed in, in one file for the browser. */
export { RedemptionPage } from "./redemption.tsx";
export { SignInAgain, SignInPage } from "./sign-in.tsx";
