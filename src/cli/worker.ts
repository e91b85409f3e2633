import { type Figures, serve } from "../server.ts";
import { UsageError } from "./exit.ts";
import { Questions, type ToSupervisor, type ToWorker } from "./messages.ts";

/** How long `/metrics` waits for the figures of the other workers. */
const GATHER_MS = 2000;

type Start = Extract<ToWorker, { kind: "start" }>;

/** One of several processes that share the port: runs the service until its supervisor says stop, or is gone. */
export async function work(): Promise<void> {
  const send = process.send?.bind(process) as ((message: ToSupervisor) => boolean) | undefined;
  if (send === undefined) throw new UsageError("a worker is started by `petstore serve --workers`, not by hand");

  const started = Promise.withResolvers<Start>();
  const stopped = Promise.withResolvers<void>();
  const gathering = new Questions<readonly Figures[]>();
  let measure: (() => Figures) | undefined;
  let isStopping = false;
  process.on("message", async (message: ToWorker) => {
    if (message.kind === "start") started.resolve(message);
    else if (message.kind === "stop") stopped.resolve();
    else if (message.kind === "gathered") gathering.answer(message.id, message.figures);
    else if (measure) send({ kind: "measured", id: message.id, figures: measure() });
  });
  // Ctrl-C in a terminal reaches every process: the supervisor tells what to do.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => stopped.resolve());
  process.on("disconnect", () => {
    // The supervisor was ended by force. Before this one listens or while it stops, that means: at once.
    if (isStopping || measure === undefined) process.exit(1);
    stopped.resolve();
  });

  try {
    const { number, config, isTerminal } = await started.promise;
    const service = await serve(config, {
      number,
      isTerminal,
      gather: () => gathering.ask((id) => send({ kind: "gather", id }), GATHER_MS),
    });
    measure = service.figures;
    send({ kind: "listening" });
    await stopped.promise;
    isStopping = true;
    await service.stop();
  } finally {
    process.removeAllListeners("disconnect");
    if (process.connected) process.disconnect();
  }
}
