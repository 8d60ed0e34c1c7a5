// The page does not have a script yet.
