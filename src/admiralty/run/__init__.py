"""Ways of running battles: play, odds, sample, solve. All of them run the same phases."""
