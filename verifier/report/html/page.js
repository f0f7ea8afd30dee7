// Draws the charts of the page from the data that stands in it. Everything that a target's owner could have chosen comes
// in as text and is only ever drawn or set as text.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const made = [];

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const color = (target) => css("--series-" + (target % 6));
  const faded = (target) => color(target) + "66";

  const si = (value) => {
    const size = Math.abs(value);
    if (size >= 1e6) return +(value / 1e6).toPrecision(3) + "M";
    if (size >= 1e4) return +(value / 1e3).toPrecision(3) + "k";
    return String(+value.toPrecision(4));
  };
  const time = (ns) => {
    if (ns == null) return "";
    if (ns < 1e3) return +ns.toPrecision(3) + " ns";
    if (ns < 1e6) return +(ns / 1e3).toPrecision(3) + " us";
    if (ns < 1e9) return +(ns / 1e6).toPrecision(3) + " ms";
    return +(ns / 1e9).toPrecision(3) + " s";
  };
  const rate = (value) => (value == null ? "" : Math.round(value).toLocaleString("en-US") + "/s");

  const axis = (more) => ({ stroke: css("--faint"), grid: { stroke: css("--grid"), width: 1 }, ticks: { stroke: css("--grid"), width: 1 }, font: "11px system-ui", ...more });

  function draw(id, options, columns) {
    const place = document.getElementById(id);
    if (!place) return;
    const width = () => Math.max(200, place.clientWidth);
    const plot = new uPlot({ width: width(), height: 260, cursor: { y: false }, padding: [16, 12, 0, 0], ...options }, columns, place);
    made.push({ plot, width, height: options.height || 260 });
  }

  // Worst, median and best of a step as a bar through its point.
  const whiskers = (rows) => (u) => {
    const { ctx } = u;
    ctx.save();
    rows.forEach((row, target) => {
      ctx.strokeStyle = color(target);
      ctx.lineWidth = 2 * devicePixelRatio;
      row.forEach((cell, x) => {
        if (!cell) return;
        const at = u.valToPos(x, "x", true);
        ctx.beginPath();
        ctx.moveTo(at, u.valToPos(cell.worst, "y", true));
        ctx.lineTo(at, u.valToPos(cell.best, "y", true));
        ctx.stroke();
      });
    });
    ctx.restore();
  };

  const bySteps = (values) => axis({ splits: () => data.steps.map((_, i) => i), values: () => data.steps.map((step) => step.label), ...values });
  const stepScale = { time: false, range: [-0.3, data.steps.length - 0.7] };
  const stepName = (u, x) => (x == null || !data.steps[x] ? "" : data.steps[x].name);
  const xs = data.steps.map((_, i) => i);

  function overview() {
    draw("rates", {
      scales: { x: stepScale, y: { range: (u, low, high) => [0, high * 1.08] } },
      axes: [bySteps(), axis({ size: 56, values: (u, all) => all.map(si) })],
      series: [{ value: stepName, label: "step" }, ...data.targets.map((name, t) => ({ label: name, stroke: color(t), width: 2, points: { show: true, size: 7 }, value: (u, v) => rate(v) }))],
      hooks: { draw: [whiskers(data.rates)] },
    }, [xs, ...data.rates.map((row) => row.map((cell) => cell && cell.median))]);

    draw("latencies", {
      scales: { x: stepScale, y: { distr: 3 } },
      axes: [bySteps(), axis({ size: 64, values: (u, all) => all.map((v) => (v == null ? "" : time(v))) })],
      series: [{ value: stepName, label: "step" },
        ...data.targets.flatMap((name, t) => [
          { label: name + " p50", stroke: color(t), width: 2, points: { show: true, size: 6 }, value: (u, v) => time(v) },
          { label: "p99", stroke: color(t), width: 1.5, dash: [6, 4], points: { show: true, size: 5 }, value: (u, v) => time(v) }])],
    }, [xs, ...data.latencies.flatMap((row) => [row.map((cell) => cell && cell.p50), row.map((cell) => cell && cell.p99)])]);

    const ports = data.ratios.map((row, t) => ({ row, t })).filter(({ row }) => row.some((cell) => cell));
    if (ports.length === 0) return;
    const cells = ports.flatMap(({ row }) => row.filter((cell) => cell));
    const lowest = Math.min(...cells.map((cell) => cell.low));
    const highest = Math.max(...cells.map((cell) => cell.high));
    draw("ratios", {
      scales: { x: stepScale, y: { range: [Math.min(0.9, lowest * 0.97), Math.max(1.1, highest * 1.03)] } },
      axes: [bySteps(), axis({ size: 56, values: (u, all) => all.map((v) => +v.toFixed(3) + "x") })],
      series: [{ value: stepName, label: "step" }, ...ports.map(({ t }) => ({ label: data.targets[t], stroke: color(t), width: 2, points: { show: true, size: 7 }, value: (u, v) => (v == null ? "" : v.toFixed(3) + "x") }))],
      hooks: {
        draw: [(u) => {
          const { ctx } = u;
          const one = u.valToPos(1, "y", true);
          ctx.save();
          ctx.strokeStyle = css("--faint");
          ctx.setLineDash([4, 4]);
          ctx.beginPath();
          ctx.moveTo(u.bbox.left, one);
          ctx.lineTo(u.bbox.left + u.bbox.width, one);
          ctx.stroke();
          ctx.setLineDash([]);
          ctx.lineWidth = 2 * devicePixelRatio;
          ports.forEach(({ row, t }) => row.forEach((cell, x) => {
            if (!cell) return;
            const at = u.valToPos(x, "x", true);
            ctx.strokeStyle = color(t);
            ctx.beginPath();
            ctx.moveTo(at, u.valToPos(cell.low, "y", true));
            ctx.lineTo(at, u.valToPos(cell.high, "y", true));
            ctx.stroke();
          }));
          ctx.restore();
        }],
      },
    }, [xs, ...ports.map(({ row }) => row.map((cell) => cell && cell.median))]);
  }

  // Rounds from worst to best, a group for each target; the median as a line, the best named.
  function rounds(s) {
    const groups = data.rounds[s];
    const shown = groups.map((rates, t) => ({ rates, t })).filter(({ rates }) => rates.length > 0);
    const x = [];
    const columns = shown.map(() => []);
    const centers = [];
    shown.forEach(({ rates }, g) => {
      const from = x.length === 0 ? 0 : x[x.length - 1] + 2;
      rates.forEach((value, i) => {
        x.push(from + i);
        columns.forEach((column, c) => column.push(c === g ? value : null));
      });
      centers.push(from + (rates.length - 1) / 2);
    });
    const middle = (rates) => (rates.length % 2 ? rates[(rates.length - 1) / 2] : (rates[rates.length / 2 - 1] + rates[rates.length / 2]) / 2);
    draw("rounds-" + s, {
      scales: { x: { time: false, range: [-0.8, x[x.length - 1] + 0.8] }, y: { range: (u, low, high) => [0, high * 1.15] } },
      axes: [axis({ splits: () => centers, values: () => shown.map(({ t }) => data.targets[t]), grid: { show: false } }), axis({ size: 56, values: (u, all) => all.map(si) })],
      legend: { show: false },
      series: [{}, ...shown.map(({ t }) => ({ label: data.targets[t], stroke: color(t), fill: faded(t), width: 1, paths: uPlot.paths.bars({ size: [0.8, 70] }), points: { show: false } }))],
      hooks: {
        draw: [(u) => {
          const { ctx } = u;
          ctx.save();
          ctx.font = 11 * devicePixelRatio + "px system-ui";
          ctx.fillStyle = css("--text");
          ctx.textAlign = "center";
          let at = 0;
          shown.forEach(({ rates, t }, g) => {
            const first = x[at];
            const last = x[at + rates.length - 1];
            at += rates.length;
            const y = u.valToPos(middle(rates), "y", true);
            ctx.strokeStyle = color(t);
            ctx.lineWidth = 2 * devicePixelRatio;
            ctx.setLineDash([6, 4]);
            ctx.beginPath();
            ctx.moveTo(u.valToPos(first - 0.5, "x", true), y);
            ctx.lineTo(u.valToPos(last + 0.5, "x", true), y);
            ctx.stroke();
            const top = u.valToPos(rates[rates.length - 1], "y", true);
            ctx.fillText("best " + si(rates[rates.length - 1]), u.valToPos(last, "x", true), top - 5 * devicePixelRatio);
            if (rates.length > 2) ctx.fillText("median " + si(middle(rates)), u.valToPos(first, "x", true), y - 5 * devicePixelRatio);
          });
          ctx.restore();
        }],
      },
    }, [x, ...columns]);
  }

  const nines = (x) => (x === 0 ? "0 %" : x < 1 ? +(100 * (1 - Math.pow(10, -x))).toPrecision(2) + " %" : (100 * (1 - Math.pow(10, -x))).toFixed(Math.max(0, Math.round(x) - 2)) + " %");

  function spectrum(s) {
    const { grid, targets } = data.spectra[s];
    const whole = [...Array(Math.floor(grid[grid.length - 1]) + 1).keys()];
    const marks = [0.30103, ...whole.slice(1)];
    draw("spectrum-" + s, {
      scales: { x: { time: false }, y: { distr: 3 } },
      axes: [axis({ splits: () => marks, values: () => marks.map(nines) }), axis({ size: 64, values: (u, all) => all.map((v) => (v == null ? "" : time(v))) })],
      series: [{ label: "of all answers", value: (u, v) => (v == null ? "" : (100 * (1 - Math.pow(10, -v))).toFixed(Math.max(1, Math.ceil(v) - 1)) + " %") },
        ...data.targets.map((name, t) => ({ label: name, stroke: color(t), width: 2, points: { show: false }, value: (u, v) => time(v) }))],
    }, [grid, ...targets]);
  }

  function seconds(s) {
    const { count, targets } = data.seconds[s];
    if (count < 2) return;
    const x = [...Array(count).keys()].map((i) => i + 1);
    const series = [{ label: "second" }];
    const columns = [x];
    targets.forEach((runs, t) => {
      if (runs.length === 0) return;
      const median = x.map((_, i) => {
        const all = runs.map((run) => run[i]).filter((v) => v != null).sort((p, q) => p - q);
        return all.length ? (all[(all.length - 1) >> 1] + all[all.length >> 1]) / 2 : null;
      });
      runs.forEach((run) => { series.push({ stroke: faded(t), width: 1, points: { show: false }, class: "round" }); columns.push(run); });
      series.push({ label: data.targets[t], stroke: color(t), width: 2.5, points: { show: false }, value: (u, v) => rate(v) });
      columns.push(median);
    });
    draw("seconds-" + s, {
      scales: { x: { time: false }, y: { range: (u, low, high) => [0, high * 1.08] } },
      axes: [axis({ values: (u, all) => all.map((v) => (Number.isInteger(v) ? v + " s" : "")) }), axis({ size: 56, values: (u, all) => all.map(si) })],
      legend: { live: false, markers: { width: 2 } },
      series,
    }, columns);
  }

  function all() {
    made.splice(0).forEach(({ plot }) => plot.destroy());
    if (data.steps.length > 1) overview();
    data.steps.forEach((_, s) => { rounds(s); spectrum(s); seconds(s); });
    document.documentElement.dataset.drawn = String(made.length);
  }

  all();
  addEventListener("resize", () => made.forEach(({ plot, width, height }) => plot.setSize({ width: width(), height })));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", all);
})();
