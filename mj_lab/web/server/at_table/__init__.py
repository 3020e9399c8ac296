"""Tables in the browser: set one up, play, see the results."""
