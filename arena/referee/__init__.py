"""Sessions, bot processes and deadlines: plays matches with real programs.

asyncio and grpcio live here. What is played and by which rules is the lower layers' business,
which matches are played and what they count for is the league's.
"""
