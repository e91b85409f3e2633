import { isRefused, session } from "./session.ts";
import { Shell } from "./shell.tsx";
import { SignInAgain, SignInPage } from "./sign-in.tsx";
import { StatusLine } from "./status-line.tsx";

/** The whole page. When the key stops working, the sign-in appears over it, so that nothing typed is lost. */
export function App() {
  if (session.value === undefined) return <SignInPage />;
  return (
    <>
      <Shell />
      <StatusLine />
      {isRefused.value && <SignInAgain />}
    </>
  );
}
