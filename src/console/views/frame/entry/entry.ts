/* The pages before sign-in, as one chunk. */
export { RedemptionPage } from "./redemption.tsx";
export { SignInAgain, SignInPage } from "./sign-in.tsx";
