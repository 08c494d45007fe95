"""Sends a message of 100 MB, and gives up when it is refused."""

import sys

import grpc
from raw import greeted

stream = greeted()
stream.say(b"\x0a" + b"x" * 100_000_000)
try:
    stream.behave()
except grpc.RpcError as error:
    sys.exit(str(error.code()))
