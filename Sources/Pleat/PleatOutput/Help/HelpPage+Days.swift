import PleatArguments

extension HelpPage {
  /// How to write days and repeat rules.
  package static let days = HelpPage(
    name: "days", summary: "how to write when a task is due, and how it repeats",
    sections: [
      Section(
        "Examples",
        [
          .lines([
            "pleat add \"call the bank\" --due fri",
            "pleat add \"call the bank due:fri\"",
            "pleat edit \"call the plumber\" --due \"27 nov 14:00\"",
            "pleat add bins --repeat \"every 2 weeks on tue\"",
            "pleat edit \"water the plants\" --repeat none",
          ])
        ]),
      Section(
        "Days",
        [
          .terms([
            Term("today, tomorrow, yesterday", "These days."),
            Term("fri, this fri", "The first Friday after today; this fri may be today."),
            Term("next fri", "The Friday of the next week."),
            Term("+3d, 2 weeks, in a month", "That long after today, in days, weeks, months or years."),
            Term("next week, next month", "Its first day; a week begins on Monday."),
            Term("eow, eom, eoy, end of next month", "The last day of the week, the month or the year."),
            Term("27 nov, 27nov, nov 27 2027, 27th", "The next day with this date, if it has no year."),
            Term("2026-11-27", "A date of ISO 8601."),
            Term("fri 14:00, fri 2pm, 14:00", "A time of the day, in your time zone."),
          ])
        ]),
      Section(
        "Repeats",
        [
          .terms([
            Term("daily, weekly, monthly, annually", "From the due day on."),
            Term("every 3 days, every 2nd month, quarterly", "Less often."),
            Term("every tue and fri, mon wed fri, every weekend", "On these days of each week."),
            Term("every first monday, every last fri, every 15th", "On these days of each month."),
            Term("monthly on the last day", "On the last day of each month."),
            Term("yearly on 31 may, every 27 nov", "On a day of the year."),
            Term("3d after done, a week after done", "Counted from the day on which the task is done."),
            Term("weekly until eom, daily 5 times", "With an end."),
            Term("FREQ=WEEKLY;BYDAY=TU", "An RRULE of RFC 5545 with the parts of such rules."),
          ]),
          .paragraph(
            "monthly, from the 29th on, takes the last day of a shorter month; monthly on the 31st skips it. Without a due day, a task that repeats is due on the first day of its rule, today or later; a rule that names no day begins today. A rule that has no day, such as every 30 feb, is refused. On the screen of 'pleat open', w takes days and rules."
          ),
        ]),
    ], manual: 7)
}
