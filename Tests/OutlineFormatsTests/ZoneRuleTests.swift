import OutlineCore
import Testing

@testable import OutlineFormats

struct ZoneRuleTests {
  @Test(
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", "20261128T120000Z", 3_600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "20260701T120000Z", 7_200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "20260329T005959Z", 3_600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "20260329T010000Z", 7_200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "20261025T005959Z", 7_200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "20261025T010000Z", 3_600),
      ("EST5EDT,M3.2.0,M11.1.0", "20261128T120000Z", -18_000), ("EST5EDT,M3.2.0,M11.1.0", "20260308T070000Z", -14_400),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "20261128T120000Z", 39_600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "20260701T120000Z", 36_000),
      ("<+0530>-5:30", "20261128T120000Z", 19_800), ("UTC0", "20261128T120000Z", 0),
      ("<-03>3", "20261128T120000Z", -10_800),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "20261128T120000Z", 0), ("IST-1GMT0,M10.5.0,M3.5.0/1", "20260701T120000Z", 3_600),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "20260701T120000Z", -3_600),
    ])
  func `a clock is ahead of UTC as its rule says`(rule: String, moment: String, expected: Int) throws {
    let time = try #require(ISOTime(moment))
    let seconds = time.day.number * 86_400 + (time.seconds ?? 0)
    #expect(ZoneRule(rule)?.offset(at: seconds) == expected)
  }

  @Test(arguments: [
    "", "CET", "CE-1", "<CET-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,J60,J300", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.5.0,M10.5.0/x", "CET-999", "-1CET", "CET-1CEST,M3.5.0,M10.5.0,", "CET-99999999999999999999",
  ])
  func `other texts are no rule`(text: String) { #expect(ZoneRule(text) == nil) }

  @Test(
    arguments: [
      ("20261127", "2026-11-27", nil), ("2026-11-27T14:00", "2026-11-27T14:00", nil),
      ("2026-11-27 14:00:59.123Z", "2026-11-27T14:00", 0), ("20261127T1400+0530", "2026-11-27T14:00", 19_800),
      ("2026-11-27t14:00-05", "2026-11-27T14:00", -18_000), ("2026-1127", nil, nil), ("2026-11-27T", nil, nil),
      ("2026-11-27T24:00", nil, nil), ("2026-11-27T14:60", nil, nil), ("2026-02-30", nil, nil),
      ("2026-11-27T14:00 Z", nil, nil), ("2026-11-27T2:30PM", "2026-11-27T14:30", nil),
      ("2026-11-27 12:05:00am", "2026-11-27T00:05", nil), ("2026-11-27T13:00pm", nil, nil),
      ("2026-11-27T0:30am", nil, nil), ("2026-11-27T2:30pmUTC", "2026-11-27T14:30", 0),
      ("2026-11-27T9:05gmt", "2026-11-27T09:05", 0), ("2026-11-27T9", nil, nil),
      ("2026-11-27T23:59:60Z", "2026-11-27T23:59", 0), ("2026-11-27T14:00ZZ", nil, nil),
      ("2026-11-27T14:00+", nil, nil), ("2026-11-27Z", nil, nil), ("", nil, nil), ("２０２６1127", nil, nil),
    ] as [(String, String?, Int?)])
  func `times are read as ISO 8601 has them`(text: String, date: String?, offset: Int?) {
    #expect(ISOTime(text)?.date?.description == date)
    #expect(ISOTime(text)?.offset == offset)
  }
}
