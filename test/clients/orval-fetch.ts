import { API_KEY, BASE_URL } from "./round-trip.ts";

/** Sends the requests of the client that orval generates. */
export async function send<Response>(path: string, init: RequestInit): Promise<Response> {
  const headers = { ...init.headers, Authorization: `Bearer ${API_KEY}` };
  const response = await fetch(`${BASE_URL}${path}`, { ...init, headers });
  return { data: await response.json(), status: response.status, headers: response.headers } as Response;
}
