"""Generated from the contract by `npm run generate`. Do not edit."""

import base64
import hmac
import time
from collections.abc import Mapping


def is_genuine(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Whether a message to a webhook was signed with its secret. `body` is the raw body."""
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id')}.{timestamp}.".encode() + body
    signature = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(signature, one) for one in given)
