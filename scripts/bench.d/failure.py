"""Why a part of the benchmark could not be measured."""


class Failure(Exception):
    """A command that failed, or pleat and the shell doing different things: the sentence to show."""
