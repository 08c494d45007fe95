"""`python -m arena.bridge`, where the script `arena-bridge` isn't installed."""

from arena.bridge import main

main()
