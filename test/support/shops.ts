/* Shops that are open until the test ends. */
import { onTestFinished } from "bun:test";
import { addPet, openService, rex, type TestService } from "./harness.ts";

let opened: AsyncDisposableStack | undefined;

/** Disposes of something when the test ends, the last first. */
export function untilTestEnds<Resource extends AsyncDisposable>(resource: Resource): Resource {
  if (opened === undefined) {
    const stack = new AsyncDisposableStack();
    opened = stack;
    onTestFinished(() => {
      opened = undefined;
      return stack.disposeAsync();
    });
  }
  return opened.use(resource);
}

/** Opens a service with pets of these names, one of each. */
export async function openShop(...names: readonly string[]): Promise<TestService> {
  const service = untilTestEnds(await openService());
  for (const name of names) await addPet(service.store, { ...rex, name });
  return service;
}

/** Opens a service with kinds of these names. */
export async function openWithKinds(...names: readonly string[]): Promise<TestService> {
  const service = await openShop();
  for (const name of names) await service.admin.createCategory({ body: { name } });
  return service;
}
