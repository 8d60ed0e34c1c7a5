// A list model for GtkListView that follows `pleat watch --json --layout flat`; docs/changes.md explains the changes.
#include "outline-list-model.h"

#include <gtk/gtk.h>

struct _OutlineListModel {
  GObject parent;
  GPtrArray *items;
};

static GType item_type(GListModel *self) { return GTK_TYPE_STRING_OBJECT; }
static guint item_count(GListModel *self) { return OUTLINE_LIST_MODEL(self)->items->len; }
static gpointer item_at(GListModel *self, guint index) {
  GPtrArray *items = OUTLINE_LIST_MODEL(self)->items;
  return index < items->len ? g_object_ref(items->pdata[index]) : NULL;
}
static void implement(GListModelInterface *interface) {
  interface->get_item_type = item_type, interface->get_n_items = item_count, interface->get_item = item_at;
}
G_DEFINE_TYPE_WITH_CODE(OutlineListModel, outline_list_model, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, implement))

static void finalize(GObject *object) {
  g_ptr_array_unref(OUTLINE_LIST_MODEL(object)->items);
  G_OBJECT_CLASS(outline_list_model_parent_class)->finalize(object);
}
static void outline_list_model_class_init(OutlineListModelClass *class) { G_OBJECT_CLASS(class)->finalize = finalize; }
static void outline_list_model_init(OutlineListModel *self) { self->items = g_ptr_array_new_with_free_func(g_object_unref); }
OutlineListModel *outline_list_model_new(void) { return g_object_new(OUTLINE_TYPE_LIST_MODEL, NULL); }

static gpointer new_item(const cJSON *line) {
  const cJSON *text = cJSON_GetObjectItem(line, "text"), *shown = text ? text : cJSON_GetObjectItem(line, "title");
  GtkStringObject *item = gtk_string_object_new(cJSON_GetStringValue(shown));
  g_object_set_data_full(G_OBJECT(item), "line", cJSON_Duplicate(line, TRUE), (GDestroyNotify)cJSON_Delete);
  return item;
}

static int number(const cJSON *run, const char *name) { return (int)cJSON_GetNumberValue(cJSON_GetObjectItem(run, name)); }

// What happens to each line: an array that is as long as the list, with NULL where nothing happens.
typedef struct {
  gpointer *at;
  guint count;
} Marks;

// Sets `mark`, or the items of `from`, at the indices of one list of the changes; FALSE for an index that is outside or set already.
static gboolean set(Marks marks, const cJSON *changes, const char *name, const char *start, gpointer mark, GPtrArray *from) {
  const cJSON *run;
  cJSON_ArrayForEach(run, cJSON_GetObjectItem(changes, name)) {
    for (int step = 0; step < number(run, "count"); step++) {
      int index = number(run, start) + step, source = number(run, "from") + step;
      if (index < 0 || (guint)index >= marks.count || marks.at[index]) return FALSE;
      if (from && (source < 0 || (guint)source >= from->len)) return FALSE;
      marks.at[index] = from ? from->pdata[source] : mark;
    }
  }
  return TRUE;
}

static guint length(const cJSON *changes, const char *name) {
  guint sum = 0;
  const cJSON *run;
  cJSON_ArrayForEach(run, cJSON_GetObjectItem(changes, name)) sum += number(run, "count");
  return sum;
}

// Takes the lines out that are marked, the last ones first.
static void take_out(OutlineListModel *self, Marks leaving) {
  for (guint end = leaving.count; end > 0;) {
    guint start = end;
    while (start > 0 && leaving.at[start - 1]) start--;
    if (start < end) {
      g_ptr_array_remove_range(self->items, start, end - start);
      g_list_model_items_changed(G_LIST_MODEL(self), start, end - start, 0);
    }
    end = start > 0 ? start - 1 : 0;
  }
}

// Puts new items in, the first ones first, and replaces those that are drawn again.
static void put_in(OutlineListModel *self, Marks arriving, gboolean replaces) {
  for (guint start = 0; start < arriving.count; start++) {
    guint end = start;
    for (; end < arriving.count && arriving.at[end]; end++) {
      if (replaces) g_object_unref(self->items->pdata[end]), self->items->pdata[end] = arriving.at[end];
      else g_ptr_array_insert(self->items, (gint)end, arriving.at[end]);
    }
    if (start < end) g_list_model_items_changed(G_LIST_MODEL(self), start, replaces ? end - start : 0, end - start);
    start = end;
  }
}

static gboolean play(OutlineListModel *self, const cJSON *changes, const cJSON *content) {
  guint old = self->items->len, leaves = length(changes, "deletedLines"), arrives = length(changes, "insertedLines");
  if (leaves > old) return FALSE;
  guint new = old - leaves + arrives;
  static char drawn;  // stands for an item of the content until that is read
  Marks leaving = {g_new0(gpointer, old + 1), old}, arriving = {g_new0(gpointer, new + 1), new};
  Marks again = {g_new0(gpointer, new + 1), new};
  gboolean fits = set(leaving, changes, "deletedLines", "start", &drawn, NULL) &&
                  set(leaving, changes, "movedLines", "from", &drawn, NULL) &&
                  set(arriving, changes, "insertedLines", "start", &drawn, NULL) &&
                  set(arriving, changes, "movedLines", "to", NULL, self->items) &&
                  set(again, changes, "reloadedLines", "start", &drawn, NULL) &&
                  (guint)cJSON_GetArraySize(content) == arrives + length(changes, "reloadedLines");
  if (fits) {
    const cJSON *line = content->child;
    for (guint index = 0; index < new; index++) {
      if (arriving.at[index] && arriving.at[index] != &drawn) g_object_ref(arriving.at[index]);
      if (arriving.at[index] == &drawn) arriving.at[index] = new_item(line), line = line->next;
      if (again.at[index]) again.at[index] = new_item(line), line = line->next;
    }
    take_out(self, leaving), put_in(self, arriving, FALSE), put_in(self, again, TRUE);
  }
  g_free(leaving.at), g_free(arriving.at), g_free(again.at);
  return fits;
}

gboolean outline_list_model_follow(OutlineListModel *self, const char *text) {
  cJSON *message = cJSON_Parse(text), *changes = cJSON_GetObjectItem(message, "changes");
  const cJSON *all = cJSON_GetObjectItem(message, cJSON_HasObjectItem(message, "reset") ? "reset" : "snapshot");
  gboolean fits = message != NULL;
  if (fits && changes) {
    fits = play(self, changes, cJSON_GetObjectItem(message, "content"));
  } else if (fits && all) {
    guint old = self->items->len;
    const cJSON *line;
    g_ptr_array_set_size(self->items, 0);
    cJSON_ArrayForEach(line, all) g_ptr_array_add(self->items, new_item(line));
    g_list_model_items_changed(G_LIST_MODEL(self), 0, old, self->items->len);
  }
  cJSON_Delete(message);
  return fits;
}
