"""Which version of the service this is."""

VERSION = "0.1.0"
