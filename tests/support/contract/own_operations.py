"""Operations of Discord's that its OpenAPI document leaves out, described by its reference.

The token endpoint takes a form, whose fields the sandbox reports as an object.
Source: https://discord.com/developers/docs/topics/oauth2#authorization-code-grant-access-token-exchange-example
"""

from typing import Any

TEXT = {"type": "string", "minLength": 1}
ERROR = {
    "description": "RFC 6749, section 5.2",
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "properties": {
                    "error": {
                        "enum": [
                            "invalid_request",
                            "invalid_client",
                            "invalid_grant",
                            "unauthorized_client",
                            "unsupported_grant_type",
                            "invalid_scope",
                        ]
                    },
                    "error_description": TEXT,
                },
                "required": ["error"],
            }
        }
    },
}


def _form(grant: str, more: dict[str, Any]) -> dict[str, Any]:
    """The form that asks for a token by a grant, with more fields."""
    properties = {
        "client_id": {"type": "string", "pattern": "^[1-9][0-9]*$"},
        "client_secret": TEXT,
        "grant_type": {"const": grant},
        **more,
    }
    return {"type": "object", "properties": properties, "required": list(properties)}


PATHS: dict[str, Any] = {
    "/oauth2/token": {
        "post": {
            "operationId": "trade_code",
            "requestBody": {
                "required": True,
                "content": {
                    "application/json": {
                        "schema": {
                            "oneOf": [
                                _form("authorization_code", {"code": TEXT}),
                                _form("client_credentials", {"scope": TEXT}),
                            ]
                        }
                    }
                },
            },
            "responses": {
                "200": {
                    "description": "RFC 6749, section 5.1",
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "properties": {
                                    "access_token": TEXT,
                                    "token_type": {"const": "Bearer"},
                                    "expires_in": {"type": "integer", "minimum": 1},
                                    "refresh_token": TEXT,
                                    "scope": TEXT,
                                },
                                "required": [
                                    "access_token",
                                    "token_type",
                                    "expires_in",
                                    "scope",
                                ],
                            }
                        }
                    },
                },
                "400": ERROR,
                "401": ERROR,
                "429": {"$ref": "#/components/responses/ClientRatelimitedResponse"},
            },
        }
    }
}
"""The paths, as in an OpenAPI document."""
