extension RepeatRule {
  /// Returns the first day of the rule after a day; nil if there is none.
  ///
  /// - Parameters:
  ///   - day: The day to look after.
  ///   - start: The day from which the rule counts its periods; it supplies the weekday, day or month that the rule does
  ///     not name.
  public func next(after day: Day, from start: Day) -> Day? { step(after: day, from: start)?.day }

  /// Returns the day on which a task without a day is due first: the first day of the rule, on the given day or after
  /// it; nil if there is none.
  ///
  /// The interval counts from the first day, so it does not decide which day that is. A rule that names only months
  /// begins on the first day of one of them that is still to come.
  func first(from day: Day) -> Day? {
    var rule = self
    rule.interval = 1
    // With this interval, the days repeat after 400 years.
    if case .on = end {} else { rule.end = day.adding(days: 146_097).map(End.on) ?? .never }
    let start =
      weekdays.isEmpty && monthDays.isEmpty ? (0...366).lazy.compactMap { day.adding(days: $0) }.first(where: has) : day
    return start.flatMap { start in start.adding(days: -1).flatMap { rule.next(after: $0, from: start) } }
  }

  /// Returns the day to which a task moves when it is done, and the rule from then on; nil if the rule has ended.
  ///
  /// The day is after today and, unless the rule counts from the day on which the task is done, after the old one.
  /// - Parameters:
  ///   - due: The day on which the task was due.
  ///   - today: The day on which it is done.
  public func movedOn(from due: Day, doneOn today: Day) -> (due: Day, rule: RepeatRule)? {
    var rule = self
    let found = countsFromDone ? stepFromDone(today) : step(after: max(due, today), from: due)
    guard let found else { return nil }
    if case .after(let count) = end { rule.end = .after(count - found.passed) }
    return (found.day, rule)
  }

  /// A day of a rule, and how many earlier days the rule has since the start.
  private typealias Step = (day: Day, passed: Int)

  private func stepFromDone(_ today: Day) -> Step? {
    let day =
      switch frequency {
      case .daily: today.adding(days: interval)
      case .weekly: today.adding(days: interval * 7)
      case .monthly: today.adding(months: interval)
      case .yearly: today.adding(months: interval * 12)
      }
    guard let day, !ends(before: day, passed: 1) else { return nil }
    return (day, 1)
  }

  /// Returns the first day of the rule after a day.
  ///
  /// Skips the periods before that day, unless the rule ends after a number of days and so must count them.
  private func step(after day: Day, from start: Day) -> Step? {
    let rule = completed(from: start)
    var period = if case .after = end { 0 } else { rule.period(of: day, from: start) }
    var passed = 0
    while let days = rule.days(ofPeriod: period, from: start) {
      if case .on(let last) = end, let first = days.first, first > last { return nil }
      for found in rule.chosen(from: days) where found >= start {
        if ends(before: found, passed: passed) { return nil }
        if found > day { return (found, passed) }
        passed += 1
      }
      period += 1
    }
    return nil
  }

  private func ends(before day: Day, passed: Int) -> Bool {
    switch end {
    case .never: false
    case .after(let count): passed >= count
    case .on(let last): day > last
    }
  }

  /// The rule with the weekday, day or month that it takes from its first day.
  private func completed(from start: Day) -> RepeatRule {
    var rule = self
    guard weekdays.isEmpty, monthDays.isEmpty else { return rule }
    switch frequency {
    case .daily: break
    case .weekly: rule.weekdays = [NamedDay(weekday: start.weekday)]
    case .monthly: rule.monthDays = [start.date.day]
    case .yearly:
      rule.monthDays = [start.date.day]
      if months.isEmpty { rule.months = [start.date.month] }
    }
    return rule
  }
}

// Periods.
extension RepeatRule {
  /// Returns how many intervals of the rule lie between the start and the period of a day; 0 for days before the start.
  private func period(of day: Day, from start: Day) -> Int {
    let distance =
      switch frequency {
      case .daily: day.number - start.number
      case .weekly: (day.number - startOfWeek(start)) / 7
      case .monthly: day.monthNumber - start.monthNumber
      case .yearly: day.date.year - start.date.year
      }
    return max(0, distance / interval)
  }

  /// Returns the days of a period, ascending; nil beyond the calendar.
  private func days(ofPeriod period: Int, from start: Day) -> [Day]? {
    let distance = period * interval
    switch frequency {
    case .daily: return start.adding(days: distance).map { [$0] }
    case .weekly:
      let days = (0..<7).compactMap { Day(number: startOfWeek(start) + distance * 7 + $0) }
      return days.isEmpty ? nil : days
    case .monthly:
      return start.startOfMonth.adding(months: distance).map(\.daysOfMonth)
    case .yearly:
      guard let first = Day(year: start.date.year + distance, month: 1, day: 1) else { return nil }
      let months = months.isEmpty ? Array(1...12) : months.sorted()
      return months.flatMap { first.adding(months: $0 - 1)?.daysOfMonth ?? [] }
    }
  }

  /// The number of the first day of the week that a day is in.
  private func startOfWeek(_ day: Day) -> Int {
    day.number - (day.weekday.rawValue - weekStart.rawValue + 7) % 7
  }

  /// The days of a period that fit, or those of them that the rule's positions choose.
  private func chosen(from period: [Day]) -> [Day] {
    let days = period.filter(has)
    if positions.isEmpty { return days }
    return days.indices.filter { positions.contains($0 + 1) || positions.contains($0 - days.count) }.map { days[$0] }
  }

  /// Whether a day of the rule's periods fits the rule's months, days and weekdays.
  private func has(_ day: Day) -> Bool {
    let date = day.date
    let isLast = { (number: Int) in number < 0 && day.endOfMonth.number - day.number == -number - 1 }
    return (months.isEmpty || months.contains(date.month))
      && (monthDays.isEmpty || monthDays.contains { $0 == date.day || isLast($0) })
      && (weekdays.isEmpty || weekdays.contains { $0.weekday == day.weekday && isAt($0.ordinal, day) })
  }

  /// Whether a day is the n-th with its weekday in its month or, for a yearly rule without months, in its year.
  private func isAt(_ ordinal: Int?, _ day: Day) -> Bool {
    guard let ordinal else { return true }
    let isOfYear = frequency == .yearly && months.isEmpty
    let first = isOfYear ? day.number - day.dayOfYear : day.startOfMonth.number
    let last = isOfYear ? first + day.daysOfYear - 1 : day.endOfMonth.number
    return ordinal > 0 ? (day.number - first) / 7 == ordinal - 1 : (last - day.number) / 7 == -ordinal - 1
  }
}

// The end of a month.
extension RepeatRule {
  /// The day of a rule for the 29th, 30th or 31st that takes the last day of a month without it; nil for any other rule.
  var dayOrLast: Int? {
    guard positions == [-1], weekdays.isEmpty, let day = monthDays.last, (29...31).contains(day),
      monthDays == Array(28...day), frequency == .monthly && months.isEmpty || frequency == .yearly && months.count == 1
    else { return nil }
    return day
  }

  /// The rule that takes the last day of a shorter month in place of its only day; nil if it has no such day.
  var orLastDay: RepeatRule? {
    var rule = self
    guard let day = monthDays.first, monthDays.count == 1, day >= 28 else { return nil }
    (rule.monthDays, rule.positions) = (Array(28...day), [-1])
    return rule.dayOrLast == nil ? nil : rule
  }

  /// The rule of a task that is due on a day: a monthly or yearly rule without days takes the last day of a month that lacks this
  /// day.
  func keptToEndOfMonth(from day: Day) -> RepeatRule {
    let date = day.date
    var rule = self
    if dayOrLast != nil, !chosen(from: day.daysOfMonth).contains(day) {
      (rule.months, rule.monthDays, rule.positions) = ([], [], [])
    }
    let isLate = frequency == .monthly && date.day > 28 || frequency == .yearly && date.month == 2 && date.day == 29
    guard isLate, !countsFromDone, rule.months.isEmpty, rule.monthDays.isEmpty, rule.weekdays.isEmpty else {
      return rule
    }
    if frequency == .yearly { rule.months = [date.month] }
    rule.monthDays = [date.day]
    return rule.orLastDay ?? rule
  }
}

extension Day {
  /// The number of the month since the year 0.
  fileprivate var monthNumber: Int { date.year * 12 + date.month }

  fileprivate var daysOfMonth: [Day] { (startOfMonth.number...endOfMonth.number).compactMap { Day(number: $0) } }

  /// The number of the day in its year, from 0.
  fileprivate var dayOfYear: Int { number - (Day(year: date.year, month: 1, day: 1)?.number ?? number) }

  fileprivate var daysOfYear: Int { Day.count(ofMonth: 2, year: date.year) + 337 }
}
