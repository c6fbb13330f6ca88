// The page's time is the world's: it stands still until the feed says that it moved.  Timers run on.
(() => {
  "use strict";
  const start = document.currentScript.dataset;
  const zone = start.zone;
  let micros = Number(start.now);
  const now = () => Math.floor(micros / 1000);
  document.addEventListener("workaday:time", (event) => { micros = event.detail; });

  const replace = (object, name, make) => {
    const found = object && Object.getOwnPropertyDescriptor(object, name);
    if (!found) return;
    const key = "value" in found ? "value" : "get";
    Object.defineProperty(object, name, { ...found, [key]: make(found[key]) });
  };
  // A function that behaves as before, but with its arguments completed.
  const completing = (complete) => (original) => new Proxy(original, {
    apply: (target, self, given) => Reflect.apply(target, self, complete(given)),
    construct: (target, given, type) => Reflect.construct(target, complete(given), type),
  });
  const zoned = ([locales, options]) => [locales, { timeZone: zone, ...options }];
  const current = ([date]) => [date === undefined ? now() : date];

  const furnish = (view) => {
    const { Date, Intl, Performance, Temporal } = view;

    Date.now = now;
    view.Date = new Proxy(Date, {
      apply: () => new Date(now()).toString(),
      construct: (target, given, type) => Reflect.construct(target, given.length ? given : [now()], type),
    });
    Date.prototype.constructor = view.Date;
    for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]) {
      replace(Date.prototype, name, completing(zoned));
    }

    const Format = Intl.DateTimeFormat;
    replace(Format.prototype, "format", (original) => function format() {
      const formatted = original.call(this);
      return (date) => formatted(...current([date]));
    });
    replace(Format.prototype, "formatToParts", completing(current));
    replace(Intl, "DateTimeFormat", completing(zoned));
    Format.prototype.constructor = Intl.DateTimeFormat;

    const elapsed = () => view.performance.now();
    replace(Performance.prototype, "timeOrigin", () => () => now() - elapsed());
    replace(Performance.prototype, "toJSON", (original) => function toJSON() {
      return { ...original.call(this), timeOrigin: this.timeOrigin };
    });
    const origin = now() - elapsed();
    const shift = Math.round(origin - view.performance.timing.navigationStart);
    for (const name of Object.keys(Object.getOwnPropertyDescriptors(view.PerformanceTiming.prototype))) {
      if (name === "constructor" || name === "toJSON") continue;
      replace(view.PerformanceTiming.prototype, name, (original) => function moment() {
        const value = original.call(this);
        return value && value + shift;
      });
    }

    replace(view.Document.prototype, "lastModified", () => () => {
      const [month, day, year, time] = new Date(now())
        .toLocaleString("en-US", { year: "numeric", month: "2-digit", day: "2-digit",
          hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" })
        .split(/[/ ,]+/);
      return `${month}/${day}/${year} ${time}`;
    });
    replace(view, "File", completing(([parts, name, options]) => [parts, name, { lastModified: now(), ...options }]));

    if (Temporal) {
      const instant = () => Temporal.Instant.fromEpochNanoseconds(BigInt(micros) * 1000n);
      const inZone = (asked = zone) => instant().toZonedDateTimeISO(asked);
      Object.assign(Temporal.Now, {
        instant,
        timeZoneId: () => zone,
        zonedDateTimeISO: inZone,
        plainDateTimeISO: (asked) => inZone(asked).toPlainDateTime(),
        plainDateISO: (asked) => inZone(asked).toPlainDate(),
        plainTimeISO: (asked) => inZone(asked).toPlainTime(),
      });
    }

    // A frame without an address of its own runs none of our scripts: it gets the time when it is looked into.
    replace(view.HTMLIFrameElement.prototype, "contentWindow", (original) => function contentWindow() {
      return furnished(original.call(this));
    });
    replace(view.HTMLIFrameElement.prototype, "contentDocument", (original) => function contentDocument() {
      const found = original.call(this);
      furnished(found && found.defaultView);
      return found;
    });
  };

  const DONE = Symbol.for("workaday.clock");
  const furnished = (view) => {
    if (view && !view.Date[DONE]) {
      Object.defineProperty(view.Date, DONE, { value: true });
      furnish(view);
    }
    return view;
  };
  furnished(window);
})();
