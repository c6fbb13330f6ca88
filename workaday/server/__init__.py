"""The doors over HTTP: one for agents, another, on a port of its own, for whoever runs them."""
