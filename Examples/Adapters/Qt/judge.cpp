// Follows the lines of `pleat watch --json` with an OutlineModel that QAbstractItemModelTester watches, and prints the list that the
// model has after each.
#include <QAbstractItemModelTester>
#include <QJsonDocument>
#include <iostream>
#include <string>

#include "outline_model.h"

int main() {
  OutlineModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  for (std::string text; std::getline(std::cin, text);) {
    model.follow(QJsonDocument::fromJson(QByteArray::fromStdString(text)).object());
    QJsonArray lines;
    for (int i = 0; i < model.rowCount(); i++) {
      QModelIndex section = model.index(i, 0);
      lines.append(section.data(OutlineModel::LineRole).toJsonObject());
      for (int j = 0; j < model.rowCount(section); j++)
        lines.append(model.index(j, 0, section).data(OutlineModel::LineRole).toJsonObject());
    }
    std::cout << QJsonDocument(lines).toJson(QJsonDocument::Compact).toStdString() << "\n";
  }
}
