import { texts } from "./language.ts";
import { connection } from "./live-stream.ts";
import { isOnline } from "./online.ts";

/** Says that the service is out of reach. It lies over the page, so that nothing moves. */
export function ConnectionSign() {
  const isLost = !isOnline.value || connection.value === "lost";
  return (
    <p role="status" class={isLost ? "connection-sign" : "off-screen"}>
      {isLost && texts.value.shell.offline}
    </p>
  );
}
