// A list model for GtkListView that follows `pleat watch --json --layout flat`.
#pragma once
#include <cjson/cJSON.h>
#include <gio/gio.h>

// The items are GtkStringObjects with the title or text of a line; g_object_get_data(item, "line") is the line as cJSON.
#define OUTLINE_TYPE_LIST_MODEL (outline_list_model_get_type())
G_DECLARE_FINAL_TYPE(OutlineListModel, outline_list_model, OUTLINE, LIST_MODEL, GObject)

OutlineListModel *outline_list_model_new(void);

// Follows one line that watch prints; FALSE if it does not fit the list, and then the list is as it was.
gboolean outline_list_model_follow(OutlineListModel *self, const char *text);
