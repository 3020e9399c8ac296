"""The server of `mj web`, and the site that needs no server."""
