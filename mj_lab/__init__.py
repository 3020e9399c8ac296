"""mj_lab works on mj_bot: judge, players, matches, arena, analysis and the command `mj`."""
