"""A disk that loses its power: synchronized writes stay, and of the others any part may be there."""

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Content:
    """A file: its certain content, and the writes and changes of size since then, in order.

    A change is a pair of an offset and bytes, or of a size and None.
    """

    durable: bytes = b""
    pending: tuple = ()

    def changed(self, offset, data):
        return Content(self.durable, (*self.pending, (offset, data)))

    def synchronized(self):
        return Content(applied(self.durable, self.pending))


def applied(content, changes):
    result = bytearray(content)
    for offset, data in changes:
        end = offset if data is None else offset + len(data)
        if len(result) < end:
            result += bytes(end - len(result))
        if data is None:
            del result[offset:]
        else:
            result[offset:end] = data
    return bytes(result)


def sectors(changes, size):
    """Splits writes where sectors begin."""
    for offset, data in changes:
        if data is None:
            yield offset, None
            continue
        at = 0
        while at < len(data):
            end = min(len(data), at + size - (offset + at) % size)
            yield offset + at, data[at:end]
            at = end


@dataclass(frozen=True)
class Moment:
    """The disk between two calls.

    - names: The names that are on the disk for certain, with the numbers of their files.
    - renames: The changes of names since then, in order: a name with the number of its file, or with None.
    - contents: The files by their numbers.
    - acknowledged: How many edits have ended with success.
    """

    names: dict
    renames: tuple
    contents: dict
    acknowledged: int

    def after_cut(self, random):
        """The names and bytes of the files that may be there when the power is back."""
        names = dict(self.names)
        for name, file in self.renames[: random.randint(0, len(self.renames))]:
            if file is None:
                names.pop(name, None)
            else:
                names[name] = file
        return {name: self.content(file, random) for name, file in sorted(names.items())}

    def content(self, file, random):
        content = self.contents[file]
        pieces = list(sectors(content.pending, random.choice((512, 4096))))
        match random.randrange(4):
            case 0:
                kept = pieces[: random.randint(0, len(pieces))]
            case 1:  # a few are missing
                missing = random.sample(range(len(pieces)), min(len(pieces), random.randint(1, 3)))
                kept = [piece for index, piece in enumerate(pieces) if index not in missing]
            case _:
                share = random.random()
                kept = [piece for piece in pieces if random.random() < share]
        return applied(content.durable, kept)


class Disk:
    """Follows the calls of programs, and knows the disk after each of them.

    - start: What is on it before.
    - synchronizes: Whether fsync has any effect on files; on the folder it has.
    """

    def __init__(self, start, synchronizes=True):
        self.synchronizes = synchronizes
        self.moment = start
        self.live = dict(start.names)  # the number of each file by the name that programs see
        self.folder = None

    def acknowledge(self):
        moment = self.moment
        self.moment = Moment(moment.names, moment.renames, moment.contents, moment.acknowledged + 1)

    def follow(self, call, folder):
        """Applies a call; returns whether it changed anything."""
        name = Path(call.path).name
        match call.name:
            case "create":
                file = len(self.moment.contents)
                self.set(file, Content())
                self.rename(name, file)
            case "empty":
                self.change(name, 0, None)
            case "write" | "pwrite" if name in self.live:
                self.change(name, call.offset, call.data)
            case "ftruncate":
                self.change(name, call.offset, None)
            case "rename" | "link":
                old, new = (Path(path).name for path in call.path.split("\r"))
                self.rename(new, self.live[old])
                if call.name == "rename":
                    self.rename(old, None)
            case "unlink" if name in self.live:
                self.rename(name, None)
            case "fsync" | "fdatasync":
                self.synchronize(call.path, name, folder)
            case _:
                return False
        return True

    def set(self, file, content):
        moment = self.moment
        self.moment = Moment(moment.names, moment.renames, {**moment.contents, file: content}, moment.acknowledged)

    def change(self, name, offset, data):
        file = self.live[name]
        self.set(file, self.moment.contents[file].changed(offset, data))

    def rename(self, name, file):
        moment = self.moment
        self.moment = Moment(moment.names, (*moment.renames, (name, file)), moment.contents, moment.acknowledged)
        if file is None:
            self.live.pop(name, None)
        else:
            self.live[name] = file

    def synchronize(self, path, name, folder):
        if Path(path) == Path(folder):
            self.moment = Moment(dict(self.live), (), self.moment.contents, self.moment.acknowledged)
        elif self.synchronizes and name in self.live:
            file = self.live[name]
            self.set(file, self.moment.contents[file].synchronized())


def digest(files):
    """A number that differs between states."""
    result = hashlib.blake2b()
    for name, content in files.items():
        result.update(f"{name}\0{len(content)}\0".encode() + content)
    return result.digest()
