"""A spread of states carried through the phases: what odds and counted samples are made of."""
