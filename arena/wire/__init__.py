"""Domain values to protobuf messages; beside the SDK the only place that touches those."""
