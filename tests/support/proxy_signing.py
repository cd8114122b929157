"""Signs what Discord's proxy says about a request, with a key of the tests."""

import base64
import json
from typing import Any

from nacl.signing import SigningKey

from web.proxy_signature import PAYLOAD, SIGNATURE, TIMESTAMP

KEY = SigningKey(b"a seed of thirty-two bytes......")
PUBLIC = bytes(KEY.verify_key)
APPLICATION, NOW = "123", 1_000_000.0


def headers(**changes: Any) -> dict[str, str]:
    """What the proxy adds to a request, with changes of what it says."""
    said = {"application_id": APPLICATION, "created_at": int(NOW), "expires_at": int(NOW) + 60}
    content = json.dumps(said | {"user_id": "7", "is_developer": False} | changes).encode()
    return {
        PAYLOAD: base64.b64encode(content).decode(),
        SIGNATURE: base64.b64encode(KEY.sign(content).signature).decode(),
        TIMESTAMP: str((said | changes)["created_at"]),
    }
