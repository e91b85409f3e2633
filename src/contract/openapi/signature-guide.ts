/** A message whose signature receivers can check their code with. The tests check it with the service's own signer. */
export const testVector = {
  secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
  headers: {
    "webhook-id": "evt_512_1x2y3z",
    "webhook-timestamp": "1796112000",
    "webhook-signature": "v1,3u075qDMxTlbUfq879DZ1jryKQDnnbPkQqhAjGV8iY4=",
  },
  body: '{"type":"webhook.ping","timestamp":"2026-12-01T08:00:00.000Z","data":{"webhookId":3}}',
} as const;

/** Verifies a message in Python, with its standard library alone. */
export const pythonVerifier = `import base64, hmac, time

def is_genuine(secret, headers, body):  # the raw body, as bytes
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id')}.{timestamp}.".encode() + body
    signature = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(signature, one) for one in given)
`;

/** How to verify a message to a webhook, in Markdown. */
export function signatureGuide(): string {
  const { secret, headers, body } = testVector;
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
  return `Messages are signed as in [Standard Webhooks](https://www.standardwebhooks.com). The signature is the HMAC-SHA256 of
\`{webhook-id}.{webhook-timestamp}.{body}\`: the two headers and the raw body as received, joined by full stops. Its key is
the secret without \`whsec_\`, decoded from Base64. \`webhook-signature\` has \`v1,\` and the signature in Base64. While a secret is
being replaced there are two, separated by a space: accept a message if one of them matches. Compare in constant time, and
reject a timestamp that is more than five minutes from now. In Python:

\`\`\`python
${pythonVerifier}\`\`\`

With the secret \`${secret}\`, this message is genuine (at its time):

\`\`\`http
POST /hooks/petstore
${sent.join("")}
${body}
\`\`\``;
}
