"""Mutual TLS between the bot and worker hosts: each side shows a certificate of one authority."""

import hashlib
import ssl
from dataclasses import dataclass
from pathlib import Path


class TlsError(Exception):
    """A certificate, a key or the authority cannot be used; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """PEM files: the `authority` that signs all certificates, and the own one with its key."""

    authority: Path
    certificate: Path
    key: Path

    def client_context(self) -> ssl.SSLContext:
        """A context that shows the own certificate and checks that of the server, and its name.

        Raises `TlsError` when a file cannot be used.
        """
        return self._filled(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))

    def server_context(self) -> ssl.SSLContext:
        """A context that shows the own certificate and refuses clients without a valid one.

        Raises `TlsError` when a file cannot be used.
        """
        context = self._filled(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))
        context.verify_mode = ssl.CERT_REQUIRED
        return context

    def person_key(self) -> bytes:
        """A secret that the private key determines, for keyed hashes of user IDs.

        Bots with the same private key have the same secret, so that hosts count the jobs of a user
        together. Raises `TlsError` when the key cannot be read.
        """
        try:
            return hashlib.blake2b(self.key.read_bytes(), person=b"ouro user ids").digest()
        except OSError as error:
            raise TlsError(f"{self.key} cannot be read: {error.strerror}.") from error

    def _filled(self, context: ssl.SSLContext) -> ssl.SSLContext:
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        for path in (self.authority, self.certificate, self.key):
            try:
                path.read_bytes()
            except OSError as error:
                raise TlsError(f"{path} cannot be read: {error.strerror}.") from error
        try:
            context.load_verify_locations(self.authority)
        except ssl.SSLError as error:
            raise TlsError(f"{self.authority} has no certificates in PEM format.") from error
        try:
            context.load_cert_chain(self.certificate, self.key)
        except ssl.SSLError as error:
            raise TlsError(
                f"{self.certificate} and {self.key} are no certificate and its key in PEM format."
            ) from error
        return context
