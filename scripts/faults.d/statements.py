"""Makes up statements that somebody might type into the sqlite3 shell, sensible or not."""

from random import Random

WORDS = ["milk", "eggs", "Inbox", "", "é", "e\u0301", "日本", "a\nb", "\x1b[2J", "\u202e", "'", "Home", "x" * 3000]
TABLES = {  # the columns of each table
    "section": ["section_id", "ord", "level", "title", "detail", "collapsible", "done", "attributes", "new_rows", "due", "repeat"],
    "row": ["row_id", "section_id", "rank", "text", "done", "attributes", "due", "repeat", "level"],
    "user": ["user_id", "name", "starts_collapsed", "accordion"],
    "fold": ["user_id", "section_id", "collapsed"],
    "row_count": ["section_id", "span", "level", "rows", "tasks", "done"],
    "setting": ["name", "value"],
    "edit": ["edit_id", "at", "user", "token", "kind", "words", "undoes", "undoes_all", "first_change", "last_change"],
    "change": ["change_id", "edit_id", "at", "thing", "action", "id", "run", "old_place", "new_place", "old_text"],
    "current_edit": ["edit_id", "makes_room"],
    "sync": ["line", "document", "token", "block", "next_id", "first_id", "last_id", "synced"],
    "idempotency_key": ["edit_id", "at", "key", "user", "words", "input", "items"],
    "author": ["edit_id", "first_id", "last_id", "at", "action", "user"],
    "counting": ["is_open"],
}
WEIGHTS = [30, 40, 8, 10, 3, 2, 2, 4, 1, 1, 1, 1, 1]
FLAGS = ["level", "collapsible", "done", "collapsed", "accordion", "starts_collapsed", "is_open", "makes_room"]
EDGES = [0, 1, -1, 2, 100, 101, 10**9, 2**53 - 1, 2**53, 2**62 - 1, 2**62, -(2**62), 2**63 - 1, -(2**63)]


# Updating these columns opens the guards on purpose, and may then break the outline.
KEYS = ("counting", "current_edit")


class Statements:
    """An endless series of statements, the same for the same seed."""

    def __init__(self, seed):
        self.random = Random(seed)

    def next(self):
        random = self.random
        table = random.choices(list(TABLES), WEIGHTS)[0]
        roll = random.random()
        if roll < 0.45:
            return self.insert(table)
        if roll < 0.88 and table not in KEYS:
            return self.update(table)
        if roll < 0.98:
            return f"DELETE FROM {table} WHERE {self.condition(table)}"
        return random.choice(["ANALYZE", "REINDEX", "VACUUM", "PRAGMA optimize", "PRAGMA recursive_triggers = 1",
                              "PRAGMA recursive_triggers = 0", "PRAGMA case_sensitive_like = 1"])  # fmt: skip

    def insert(self, table):
        random = self.random
        columns = self.columns(table)
        verb = random.choice(["INSERT"] * 8 + ["INSERT OR IGNORE", "INSERT OR REPLACE", "REPLACE", "INSERT OR FAIL"])
        rows = ", ".join(f"({', '.join(map(self.value, columns))})" for _ in range(random.choice((1, 1, 1, 3))))
        end = random.choice(["", "", "", "", " ON CONFLICT DO NOTHING", self.upsert(table)])
        return f"{verb} INTO {table} ({', '.join(columns)}) VALUES {rows}{end}"

    def upsert(self, table):
        column = self.random.choice(TABLES[table])
        return f" ON CONFLICT DO UPDATE SET {column} = excluded.{column}"

    def columns(self, table):
        """Mostly the columns that a person would name."""
        usual = {"section": ["title", "level"], "row": ["section_id", "text"], "user": ["name"], "fold": TABLES["fold"]}
        if table in usual and self.random.random() < 0.6:
            return usual[table]
        return self.random.sample(TABLES[table], self.random.randint(1, len(TABLES[table])))

    def update(self, table):
        random = self.random
        verb = random.choice(["UPDATE"] * 8 + ["UPDATE OR IGNORE", "UPDATE OR REPLACE", "UPDATE OR FAIL"])
        columns = random.sample(TABLES[table], min(len(TABLES[table]), random.choice((1, 1, 1, 2))))
        values = ", ".join(f"{column} = {self.changed(column)}" for column in columns)
        return f"{verb} {table} SET {values} WHERE {self.condition(table)}"

    def changed(self, column):
        random = self.random
        return random.choice([self.value(column)] * 4 + [f"-{column}", f"{column} + {random.randint(-3, 3)}"])

    def condition(self, table):
        random = self.random
        column = random.choice(TABLES[table])
        has_rowid = table not in ("fold", "row_count", "setting", "author")
        return random.choice(
            [f"rowid = {random.randint(1, 60)}" if has_rowid else f"{column} = 1"] * 6
            + [f"{column} = {self.value(column)}", f"{column} % 7 = {random.randint(0, 6)}", f"{column} IS NULL"]
        )

    def value(self, column):
        """Mostly a value that belongs there, as an SQL literal."""
        random = self.random
        if random.random() < 0.12:
            return random.choice(["NULL", "''", "x'00ff'", "1.5", "'1'", "1e300", "char(0)", "'\ufffd'"])
        if column in ("title", "text", "detail", "name", "user", "words", "old_text"):
            return "'" + random.choice(WORDS).replace("'", "''") + "'"
        if column == "attributes":
            return random.choice(["NULL", "'{}'", "'{\"a\":1}'", "'[1]'", "'{'", "'{\"a\":' || char(0)"])
        if column == "due":
            return random.choice(["NULL", "'2026-11-27'", "'2026-11-27T14:00'", "'2026-02-30'", "'friday'"])
        if column == "repeat":
            return random.choice(["NULL", "'FREQ=DAILY'", "'FREQ=WEEKLY;BYDAY=FR'", "'sometimes'", "''"])
        if column == "new_rows":
            return random.choice(["NULL", "'task'", "'plain'", "'row'"])
        if column in ("thing", "action"):
            return random.choice(["'section'", "'row'", "'fold'", "'user'", "'insert'", "'update'", "'delete'", "'x'"])
        if column in FLAGS:
            return str(random.choice((0, 1, 1, 2, 3)))
        if column in ("ord", "rank", "old_place", "new_place", "span"):
            return str(random.choice(EDGES + [random.randint(-50, 50) * 10**9] * 14))
        return str(random.choice(EDGES) if random.random() < 0.08 else random.randint(1, 60))
