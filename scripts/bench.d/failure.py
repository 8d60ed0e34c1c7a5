"""Why a part of the benchmark could not be measured."""


class Failure(Exception):
    """A command failed, or pleat and the shell had different results; the message is a sentence to print."""
