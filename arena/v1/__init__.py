"""The protocol's messages, generated from protos/arena/v1 (`make protos`); never edited."""
