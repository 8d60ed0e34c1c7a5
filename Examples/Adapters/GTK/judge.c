// Follows the lines of `pleat watch --json --layout flat` with an OutlineListModel under a GtkListView, and prints after each the
// list that the widgets of the view show, from the first to the last.
#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>

#include "outline-list-model.h"

static void setup(GtkSignalListItemFactory *factory, GtkListItem *item) { gtk_list_item_set_child(item, gtk_label_new(NULL)); }

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item) {
  GtkStringObject *line = gtk_list_item_get_item(item);
  GtkWidget *label = gtk_list_item_get_child(item);
  gtk_label_set_text(GTK_LABEL(label), gtk_string_object_get_string(line));
  g_object_set_data_full(G_OBJECT(label), "item", g_object_ref(line), g_object_unref);
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *item) {
  g_object_set_data(G_OBJECT(gtk_list_item_get_child(item)), "item", NULL);
}

int main(void) {
  gtk_init();
  OutlineListModel *model = outline_list_model_new();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(setup), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
  GtkWidget *view = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_single_selection_new(G_LIST_MODEL(model))), factory);
  GtkWidget *scrolled = gtk_scrolled_window_new(), *window = gtk_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
  gtk_window_set_child(GTK_WINDOW(window), scrolled);
  gtk_window_set_default_size(GTK_WINDOW(window), 400, 3000);
  gtk_window_present(GTK_WINDOW(window));

  char *text = NULL;
  size_t size = 0;
  while (getline(&text, &size, stdin) > 0) {
    if (!outline_list_model_follow(model, text)) return fprintf(stderr, "judge: the changes do not fit\n"), 1;
    while (g_main_context_iteration(NULL, FALSE)) continue;
    // The view makes its widgets when it gets its size, which would otherwise wait for the next frame.
    gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, 400, NULL, NULL, NULL, NULL);
    gtk_widget_queue_allocate(view);
    gtk_widget_allocate(scrolled, 400, 3000, -1, NULL);
    const char *separator = "[";
    for (GtkWidget *row = gtk_widget_get_first_child(view); row; row = gtk_widget_get_next_sibling(row)) {
      GtkWidget *label = gtk_widget_get_first_child(row);
      GObject *item = label ? g_object_get_data(G_OBJECT(label), "item") : NULL;
      if (!item) continue;
      if (g_strcmp0(gtk_label_get_text(GTK_LABEL(label)), gtk_string_object_get_string(GTK_STRING_OBJECT(item))) != 0)
        return fprintf(stderr, "judge: a label shows another text\n"), 1;
      char *line = cJSON_PrintUnformatted(g_object_get_data(item, "line"));
      printf("%s%s", separator, line), free(line);
      separator = ",";
    }
    puts(separator[0] == '[' ? "[]" : "]");
  }
}
