"""Tables in the browser: setting one up, playing at it, what came of it."""
