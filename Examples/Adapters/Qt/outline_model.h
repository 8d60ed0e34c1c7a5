// A tree of sections and rows for QTreeView that follows `pleat watch --json`, whose default layout is `grouped`.
//
// Give each line that watch prints to `follow`. What moves is removed and inserted again. docs/changes.md explains the changes.
#pragma once
#include <QAbstractItemModel>
#include <QJsonArray>
#include <QJsonObject>
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

class OutlineModel : public QAbstractItemModel {
 public:
  static constexpr int LineRole = Qt::UserRole;  // a whole line as a QJsonObject

  int columnCount(const QModelIndex & = {}) const override { return 1; }
  int rowCount(const QModelIndex &parent = {}) const override {
    if (!parent.isValid()) return int(sections.size());
    return parent.internalPointer() ? 0 : int(sections[parent.row()]->rows.size());
  }
  QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override {
    if (row < 0 || row >= rowCount(parent) || column != 0) return {};
    return createIndex(row, column, parent.isValid() ? sections[parent.row()].get() : nullptr);
  }
  QModelIndex parent(const QModelIndex &index) const override {
    if (!index.isValid() || !index.internalPointer()) return {};
    for (size_t i = 0; i < sections.size(); i++)
      if (sections[i].get() == index.internalPointer()) return createIndex(int(i), 0, nullptr);
    return {};
  }
  QVariant data(const QModelIndex &index, int role) const override {
    if (!index.isValid() || (role != Qt::DisplayRole && role != LineRole)) return {};
    auto section = static_cast<const Section *>(index.internalPointer());
    const QJsonObject &line = section ? section->rows[index.row()] : sections[index.row()]->header;
    return role == LineRole ? QVariant(line) : line[section ? "text" : "title"].toVariant();
  }

  void follow(const QJsonObject &message) {
    if (message.contains("changes")) return play(message["changes"].toObject(), message["content"].toArray());
    if (!message.contains("reset") && !message.contains("snapshot")) return;
    beginResetModel();
    sections.clear();
    for (const auto &value : message[message.contains("reset") ? "reset" : "snapshot"].toArray()) {
      QJsonObject line = value.toObject();
      if (line["kind"] == "section") sections.push_back(std::make_unique<Section>(Section{line, {}}));
      else sections.back()->rows.push_back(line);
    }
    endResetModel();
  }

 private:
  struct Section {
    QJsonObject header;
    std::vector<QJsonObject> rows;
  };
  using Place = std::pair<int, int>;  // a section and a row; row -1 is the header, row -2 the section as a whole
  struct Run { Place first; int count; };
  std::vector<std::unique_ptr<Section>> sections;

  static std::vector<Place> places(const QJsonObject &changes, const char *name, const char *end = nullptr, int row = -2) {
    std::vector<Place> found;
    for (const auto &value : changes[name].toArray()) {
      QJsonObject run = value.toObject(), path = end && run[end].isObject() ? run[end].toObject() : run;
      int first = end && run[end].isDouble() ? run[end].toInt() : path[end ? "row" : "start"].toInt();
      for (int i = first; i < first + run["count"].toInt(); i++)
        found.push_back(path.contains("section") ? Place(path["section"].toInt(), i) : Place(i, row));
    }
    return found;
  }
  static std::vector<Run> runs(std::vector<Place> places) {
    std::vector<Run> runs;
    std::sort(places.begin(), places.end());
    for (const Place &place : places) {
      if (!runs.empty()) {
        auto &[first, count] = runs.back();
        Place next = first.second < 0 ? Place(first.first + count, first.second) : Place(first.first, first.second + count);
        if (place == next) { count++; continue; }
      }
      runs.push_back({place, 1});
    }
    return runs;
  }
  QModelIndex parentOf(const Place &place) const { return place.second < 0 ? QModelIndex() : index(place.first, 0); }
  static int rowOf(const Place &place) { return place.second < 0 ? place.first : place.second; }

  void play(const QJsonObject &changes, const QJsonArray &content) {
    std::map<Place, std::unique_ptr<Section>> arriving;  // a row that arrives is the header of a section without rows
    auto leaving = places(changes, "deletedRows"), inserted = places(changes, "insertedRows");
    for (const char *name : {"movedRows", "movedSections"}) {
      auto from = places(changes, name, "from"), to = places(changes, name, "to");
      for (size_t i = 0; i < from.size(); i++) {
        Section &section = *sections.at(from[i].first);
        arriving[to[i]] = std::make_unique<Section>(from[i].second < 0 ? section : Section{section.rows.at(from[i].second), {}});
      }
      leaving.insert(leaving.end(), from.begin(), from.end());
    }
    for (const Place &place : places(changes, "deletedSections")) leaving.push_back(place);
    for (const Place &place : places(changes, "insertedSections")) inserted.push_back(place);
    auto reloaded = places(changes, "reloadedRows");
    for (const Place &place : places(changes, "reloadedHeaders", nullptr, -1)) reloaded.push_back(place);

    std::map<Place, QJsonObject> reloads;
    std::vector<Place> drawn = inserted;
    drawn.insert(drawn.end(), reloaded.begin(), reloaded.end());
    std::sort(drawn.begin(), drawn.end());
    auto next = content.begin();
    for (const Place &place : drawn) {
      if (next == content.end()) throw std::runtime_error("the content is too short");
      QJsonObject line = (next++)->toObject();
      if (std::find(reloaded.begin(), reloaded.end(), place) != reloaded.end()) { reloads[place] = line; continue; }
      auto &section = arriving[place] = std::make_unique<Section>(Section{line, {}});
      for (; place.second < 0 && next != content.end(); ++next) {
        QJsonObject row = next->toObject();
        if (row["kind"] != "row" || row["section_id"] != line["section_id"]) break;
        section->rows.push_back(row);
      }
    }
    removeAll(leaving, false), removeAll(leaving, true);
    insertAll(arriving, true), insertAll(arriving, false);
    for (auto &[place, line] : reloads) {
      (place.second < 0 ? sections.at(place.first)->header : sections.at(place.first)->rows.at(place.second)) = line;
      QModelIndex index = this->index(rowOf(place), 0, parentOf(place));
      emit dataChanged(index, index);
    }
  }

  void removeAll(const std::vector<Place> &places, bool areSections) {
    auto leaving = runs(places);
    for (auto run = leaving.rbegin(); run != leaving.rend(); ++run) {
      int first = rowOf(run->first), end = first + run->count;
      if ((run->first.second < 0) != areSections) continue;
      beginRemoveRows(parentOf(run->first), first, end - 1);
      auto cut = [&](auto &elements) { elements.erase(elements.begin() + first, elements.begin() + end); };
      areSections ? cut(sections) : cut(sections[run->first.first]->rows);
      endRemoveRows();
    }
  }

  void insertAll(std::map<Place, std::unique_ptr<Section>> &arriving, bool areSections) {
    for (auto &[place, element] : arriving) {
      if ((place.second < 0) != areSections) continue;
      beginInsertRows(parentOf(place), rowOf(place), rowOf(place));
      if (areSections) sections.insert(sections.begin() + place.first, std::move(element));
      else sections[place.first]->rows.insert(sections[place.first]->rows.begin() + place.second, element->header);
      endInsertRows();
    }
  }
};
