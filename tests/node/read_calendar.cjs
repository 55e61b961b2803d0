// An iCalendar file comes in; out go its events as ical.js and node-ical understand them.
// A time is a moment in UTC; an all-day event has no hour and keeps its date.
const { readFileSync } = require("node:fs");
const ICAL = require("ical.js");
const nodeIcal = require("node-ical");

const text = readFileSync(0, "utf8");
const calendar = new ICAL.Component(ICAL.parse(text));
for (const zone of calendar.getAllSubcomponents("vtimezone")) {
  ICAL.TimezoneService.register(zone);
}
const byIcalJs = calendar.getAllSubcomponents("vevent").map((component) => {
  const event = new ICAL.Event(component);
  const when = (time) => (time.isDate ? time.toString() : time.toJSDate().toISOString());
  return [event.uid, when(event.startDate), when(event.endDate)];
});
const byNodeIcal = Object.values(nodeIcal.sync.parseICS(text))
  .filter((each) => each.type === "VEVENT")
  .map((event) => {
    const day = (date) =>
      [date.getFullYear(), date.getMonth() + 1, date.getDate()]
        .map((number) => String(number).padStart(2, "0"))
        .join("-");
    const when = (date) => (date.dateOnly ? day(date) : date.toISOString());
    return [event.uid, when(event.start), when(event.end)];
  });
process.stdout.write(JSON.stringify({ "ical.js": byIcalJs, "node-ical": byNodeIcal }));
