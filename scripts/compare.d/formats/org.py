"""org: compares Emacs' view of a random file with its view of pleat's copy, and with pleat's remarks about it."""

import json
import re
import tempfile

from judge import KEYS, TAGS, Outline, day, expect, run, words

LISP = """
(progn
  (require 'org) (require 'json)
  (find-file (getenv "ORG_FILE")) (org-mode)
  (princ (json-encode (vconcat (org-map-entries (lambda ()
    (let ((parts (org-heading-components)))
      (vector (nth 0 parts) (nth 2 parts) (and (nth 3 parts) (char-to-string (nth 3 parts))) (nth 4 parts)
            (nth 5 parts) (org-entry-get nil "DEADLINE") (org-entry-get nil "SCHEDULED")
            (apply 'vector (sort (mapcar (lambda (pair) (format "%s=%s" (car pair) (cdr pair)))
                    (seq-filter (lambda (pair) (member (car pair) '("K" "SIZE" "WHO" "VISIBILITY")))
                      (org-entry-properties nil 'standard))) 'string<))
            (let ((end (save-excursion (outline-next-heading) (point))))
              (save-excursion (org-end-of-meta-data t)
                (string-trim (buffer-substring-no-properties (min (point) end) end)))))))))))
)
"""


def emacs(document):
    with tempfile.NamedTemporaryFile("w", suffix=".org", dir="/dev/shm") as file:
        file.write(document)
        file.flush()
        return json.loads(run("emacs", "-Q", "--batch", "--eval", LISP, env={"ORG_FILE": file.name}))


def stamp(random, repeats):
    time = f" {random.randint(0, 23):02}:{random.randint(0, 59):02}" if random.random() < 0.5 else ""
    again = f" +{random.randint(1, 3)}{random.choice('dwmy')}" if repeats and random.random() < 0.5 else ""
    return f"<{day(random)}{time}{again}>"


def heading(random, level):
    """A heading with everything below it, and its parts as pleat's remarks must name them."""
    title, tags = words(random), random.sample(TAGS + ["@shop"], random.randint(0, 2))
    state = random.choice(["", "", "TODO", "DONE", "WAITING"])
    priority = random.choice("ABC") if random.random() < 0.3 else None
    line = [level * "*", state, f"[#{priority}]" if priority else "", title, f":{':'.join(tags)}:" if tags else ""]
    lines = [" ".join(part for part in line if part)]
    deadline = stamp(random, True) if random.random() < 0.3 else None
    planned = stamp(random, False) if random.random() < 0.3 else None
    if deadline or planned:
        both = [deadline and f"DEADLINE: {deadline}", planned and f"SCHEDULED: {planned}"]
        lines.append(" ".join(part for part in both if part))
    keys = random.sample(KEYS, random.randint(0, 2))
    if keys:
        lines += [":PROPERTIES:"] + [f":{key}: {random.randint(1, 9)}" for key in keys] + [":END:"]
    notes = [words(random) for _ in range(random.choice([0, 0, 1, 2]))]
    told = (title, {"": None, "DONE": True}.get(state, False), sorted(tags), bool(deadline), bool(planned), priority,
            len(keys), notes)
    return lines + notes, told


def told(item):
    attributes = item.get("attributes", {})
    text = item.get("title", item.get("text", "")).split("\n")
    detail = item["detail"].split("\n") if item.get("detail") else []
    found = text[0].split(" ")
    tags = list(attributes.get("tags", []))
    while found and found[-1].startswith("#"):
        tags.append(found.pop()[1:])
    return (" ".join(found), item.get("done"), sorted(tags), "due" in attributes, "scheduled" in attributes,
            attributes.get("priority"), len([key for key in KEYS if key in attributes]), text[1:] + detail)


def plain(heads):
    """Headings without the names of days, which pleat adds, the order of tags, and the line that names the states."""
    for head in heads:
        head[4] = sorted((head[4] or "").strip(":").split(":"))
        head[5:7] = [stamp and re.sub(r" [A-Z][a-z]{2}\b", "", stamp) for stamp in head[5:7]]
        head[8] = re.sub(r"\n?#\+TODO:.*", "", head[8])
    return heads


def check(random, where):
    lines, wanted, level = ["#+TODO: TODO WAITING | DONE"], [], 0
    for _ in range(random.randint(1, 12)):
        level = random.randint(1, level + 1)
        more, said = heading(random, level)
        lines += more
        wanted.append(said)
    document = "\n".join(lines) + "\n"
    outline = Outline(document, "org")
    expect([told(item) for item in outline.items()], wanted, where, document)
    written = outline.export("org")
    expect(plain(emacs(written)), plain(emacs(document)), where, f"{document}\nwritten:\n{written}")
