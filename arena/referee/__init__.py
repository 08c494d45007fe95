"""Sessions, bot processes and deadlines: plays matches with real programs.

asyncio and grpcio live here. What is played and by which rules is the lower layers' business,
which matches are played and what they count for is the league's.
"""

import os

# Before grpc is loaded: its handlers for forked children can deadlock in a child that is about
# to become a bot, and the referee would wait for it for ever. gRPC's fork_support.md says to
# switch them off where every fork is followed by an exec, as all of ours are (grpc/grpc#38020).
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"
