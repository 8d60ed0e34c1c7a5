// Follows a list as docs/changes.md says: reads what `pleat watch --json` prints, and prints the list after each line of it. The list
// is kept as parts: sections with their header as line 0, or all lines of a flat list.    cc follow.c -lcjson (Debian: libcjson-dev)
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

// Where a line is; index -1 is a section with all its lines. Only what moves has an element.
typedef struct { int part, index; cJSON *element; } Place;
typedef struct { Place *at; int count; } Places;
enum { LISTED = -2 };  // the lines that the changes list, in contrast to line 0 or -1 of each section that they list
static cJSON *get(const cJSON *object, const char *name) { return cJSON_GetObjectItemCaseSensitive(object, name); }
static int number(const cJSON *object, const char *name) { return (int)cJSON_GetNumberValue(get(object, name)); }
static cJSON *part_of(const cJSON *parts, Place place) { return cJSON_GetArrayItem(parts, place.part); }
static void check(int holds, const char *reason) {
  if (!holds) fprintf(stderr, "follow: %s\n", reason), exit(1);
}

// Appends the places of one list of the changes; `end` is "from" or "to" for moves.
static void read_places(Places *places, const cJSON *changes, const char *name, const char *end, int line) {
  int shift = get(changes, "layout")->valuestring[0] == 'g';  // grouped: row 0 is below the header
  const cJSON *run;
  cJSON_ArrayForEach(run, get(changes, name)) {
    const cJSON *place = end ? get(run, end) : run;
    int is_row = get(place, "section") != NULL, first = !end ? number(run, "start") : is_row ? number(place, "row") : place->valueint;
    check(number(run, "count") > 0, "a run is empty");
    for (int i = first; i < first + number(run, "count"); i++) {
      check((places->at = realloc(places->at, (places->count + 1) * sizeof(Place))) != NULL, "no memory");
      Place row = {number(place, "section"), i + shift, NULL}, listed = {0, i, NULL}, whole = {i, line, NULL};
      places->at[places->count++] = is_row ? row : line == LISTED ? listed : whole;
    }
  }
}

static int compare(const void *one, const void *other) {
  const Place *a = one, *b = other;
  return a->part != b->part ? a->part - b->part : a->index - b->index;
}

static void sort(Places *places) {
  if (places->count) qsort(places->at, places->count, sizeof(Place), compare);
  for (int i = 1; i < places->count; i++)
    check(compare(&places->at[i - 1], &places->at[i]) != 0, "two changes name the same place");
}

// Takes out what leaves, from the last to the first, and returns the places of what arrives.
static Places take(cJSON *parts, const cJSON *changes, const char *deleted, const char *inserted, const char *moved) {
  Places leaving = {0}, arriving = {0};
  read_places(&leaving, changes, moved, "from", LISTED), read_places(&arriving, changes, moved, "to", LISTED);
  for (Place *from = leaving.at, *to = arriving.at; from < leaving.at + leaving.count; from++, to++)
    from->element = to->element = cJSON_GetArrayItem(part_of(parts, *from), from->index);
  read_places(&leaving, changes, deleted, NULL, LISTED), read_places(&arriving, changes, inserted, NULL, LISTED);
  sort(&leaving);
  for (int i = leaving.count - 1; i >= 0; i--) {
    cJSON *gone = cJSON_DetachItemFromArray(part_of(parts, leaving.at[i]), leaving.at[i].index);
    check(gone != NULL, "there is no such place before");
    if (!leaving.at[i].element) cJSON_Delete(gone);
  }
  return free(leaving.at), arriving;
}

// Puts everything that arrives at its place, from the first to the last; cJSON_InsertItemInArray of Debian 12 cannot.
static void put(cJSON *parts, Places arriving) {
  sort(&arriving);
  for (Place *to = arriving.at; to < arriving.at + arriving.count; to++) {
    cJSON *part = part_of(parts, *to);
    int rest = cJSON_GetArraySize(part) - to->index;
    check(part && to->index >= 0 && rest >= 0, "there is no such place after");
    cJSON_AddItemToArray(part, to->element ? to->element : cJSON_CreateArray());
    while (rest-- > 0) cJSON_AddItemToArray(part, cJSON_DetachItemFromArray(part, to->index));
  }
  free(arriving.at);
}

// Fills in what is inserted or drawn again, in the order of the list after.
static void draw(cJSON *parts, const cJSON *changes, const cJSON *next) {
  const char *lists[] = {"insertedRows", "insertedLines", "reloadedRows", "reloadedLines", "reloadedHeaders", "insertedSections"};
  Places drawn = {0};
  for (int i = 0; i < 6; i++) read_places(&drawn, changes, lists[i], NULL, i < 4 ? LISTED : i == 4 ? 0 : -1);
  sort(&drawn);
  for (int i = 0; i < drawn.count; i++) {
    int index = drawn.at[i].index, section = number(next, "section_id");
    cJSON *part = part_of(parts, drawn.at[i]);
    check(next && part && index < cJSON_GetArraySize(part), "the content is too short, or there is no such place");
    if (index >= 0) cJSON_ReplaceItemInArray(part, index, cJSON_Duplicate(next, 1)), next = next->next;
    else do cJSON_AddItemToArray(part, cJSON_Duplicate(next, 1)), next = next->next;
      while (next && get(next, "text") && number(next, "section_id") == section);
  }
  check(!next, "the content is too long"), free(drawn.at);
}

static void follow(cJSON *lines, const cJSON *changes, const cJSON *content) {
  int is_flat = get(changes, "layout")->valuestring[0] == 'f';
  cJSON *list = cJSON_CreateArray(), *parts = cJSON_CreateArray(), *line, *part;
  cJSON_AddItemToArray(list, parts);
  if (is_flat) cJSON_AddItemToArray(parts, cJSON_CreateArray());
  while ((line = cJSON_DetachItemFromArray(lines, 0))) {
    if (!is_flat && get(line, "title")) cJSON_AddItemToArray(parts, cJSON_CreateArray());
    cJSON_AddItemToArray(cJSON_GetArrayItem(parts, cJSON_GetArraySize(parts) - 1), line);
  }
  Places rows = is_flat ? take(parts, changes, "deletedLines", "insertedLines", "movedLines")
                        : take(parts, changes, "deletedRows", "insertedRows", "movedRows");
  put(list, take(list, changes, "deletedSections", "insertedSections", "movedSections")), put(parts, rows);
  draw(parts, changes, content->child);
  cJSON_ArrayForEach(part, parts)
    while ((line = cJSON_DetachItemFromArray(part, 0))) cJSON_AddItemToArray(lines, line);
  cJSON_Delete(list);
}

int main(void) {
  char *text = NULL, *shown;
  cJSON *lines = NULL;
  size_t size = 0;
  while (getline(&text, &size, stdin) > 0) {
    cJSON *message = cJSON_Parse(text), *changes = get(message, "changes"), *reset = get(message, "reset"), *all;
    if (changes) follow(lines, changes, get(message, "content"));
    else if (check(message != NULL, "this is no JSON"), all = reset ? reset : get(message, "snapshot"))
      cJSON_Delete(lines), lines = cJSON_DetachItemViaPointer(message, all);
    puts(shown = cJSON_PrintUnformatted(lines)), free(shown), cJSON_Delete(message);
  }
}
