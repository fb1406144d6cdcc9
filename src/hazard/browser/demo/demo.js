// A game as its player knows it; where the mines are is known to this closure only.
(() => {
  "use strict";
  const NAMED = { "": "16x30/99", beginner: "9x9/10", intermediate: "16x16/40", expert: "16x30/99" };
  const FACES = { facesmile: "☺", facewin: "☻", facedead: "☹" };
  const SIGNS = { bombflagged: "⚑", bombrevealed: "✱", bombdeath: "✱", bombmisflagged: "✗" };
  let rows, cols, count, rule, mines, opened, flags, over, began;

  function begin() {
    const asked = decodeURIComponent(location.hash.slice(1));
    const parts = /^(\d+)x(\d+)\/(\d+)(?:\/(open|safe|any))?$/.exec(NAMED[asked] ?? asked);
    [rows, cols, count] = parts ? parts.slice(1, 4).map(Number) : [16, 30, 99];
    rule = parts?.[4] ?? "safe";
    document.body.dataset.rule = rule;
    mines = null;
    opened = new Set();
    flags = new Set();
    over = false;
    began = null;
    const game = document.getElementById("game");
    game.replaceChildren();
    for (let row = 1; row <= rows; row++) {
      const line = document.createElement("div");
      line.className = "line";
      for (let col = 1; col <= cols; col++) {
        const square = document.createElement("div");
        square.id = `${row}_${col}`;
        line.append(square);
      }
      game.append(line);
    }
    for (let cell = 0; cell < rows * cols; cell++) show(cell, "blank");
    tell("facesmile");
  }

  const square = (cell) => document.getElementById(`${Math.floor(cell / cols) + 1}_${(cell % cols) + 1}`);

  function show(cell, name) {
    square(cell).className = `square ${name}`;
    square(cell).textContent = SIGNS[name] ?? /^open([1-8])$/.exec(name)?.[1] ?? "";
  }

  function tell(face) {
    const left = count - flags.size;
    const digits = left < 0 ? `-${String(-left).padStart(2, "0")}` : String(left).padStart(3, "0");
    ["hundreds", "tens", "ones"].forEach((place, at) => {
      const digit = document.getElementById(`mines_${place}`);
      digit.className = `time${digits[at]}`;
      digit.textContent = digits[at];
    });
    document.getElementById("face").className = face;
    document.getElementById("face").textContent = FACES[face];
  }

  function around(cell) {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const near = [];
    for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, rows - 1); r++)
      for (let c = Math.max(col - 1, 0); c <= Math.min(col + 1, cols - 1); c++)
        if (r !== row || c !== col) near.push(r * cols + c);
    return near;
  }

  function deal(first) {
    const kept = rule === "any" ? [] : rule === "safe" ? [first] : [first, ...around(first)];
    const free = [...Array(rows * cols).keys()].filter((cell) => !kept.includes(cell));
    for (let at = 0; at < count; at++) {
      const other = at + Math.floor(Math.random() * (free.length - at));
      [free[at], free[other]] = [free[other], free[at]];
    }
    mines = new Set(free.slice(0, count));
    began = Date.now();
  }

  function open(cell) {
    if (over || opened.has(cell) || flags.has(cell)) return;
    if (!mines) deal(cell);
    if (mines.has(cell)) return lose(cell);
    const waiting = [cell];
    while (waiting.length) {
      const next = waiting.pop();
      if (opened.has(next) || flags.has(next)) continue;
      opened.add(next);
      const number = around(next).filter((other) => mines.has(other)).length;
      show(next, `open${number}`);
      if (number === 0) waiting.push(...around(next));
    }
    if (opened.size === rows * cols - count) win();
  }

  function lose(cell) {
    over = true;
    for (const mine of mines) if (!flags.has(mine)) show(mine, "bombrevealed");
    for (const flag of flags) if (!mines.has(flag)) show(flag, "bombmisflagged");
    show(cell, "bombdeath");
    tell("facedead");
  }

  function win() {
    over = true;
    flags = new Set(mines);
    for (const mine of mines) show(mine, "bombflagged");
    tell("facewin");
  }

  function flag(cell) {
    if (over || opened.has(cell)) return;
    if (!flags.delete(cell)) flags.add(cell);
    show(cell, flags.has(cell) ? "bombflagged" : "blank");
    tell("facesmile");
  }

  function chord(cell) {
    if (over || !opened.has(cell)) return;
    const near = around(cell);
    const number = Number(/open(\d)/.exec(square(cell).className)[1]);
    if (near.filter((other) => flags.has(other)).length === number) near.forEach(open);
  }

  const cellOf = (event) => {
    const [row, col] = event.target.id.split("_").map(Number);
    return event.target.classList.contains("square") ? (row - 1) * cols + col - 1 : null;
  };
  const game = document.getElementById("game");
  let both = false;
  game.addEventListener("contextmenu", (event) => event.preventDefault());
  game.addEventListener("mousedown", (event) => {
    const cell = cellOf(event);
    if (cell === null) return;
    if (event.buttons === 3) both = true;
    else if (event.button === 2) flag(cell);
  });
  game.addEventListener("mouseup", (event) => {
    const cell = cellOf(event);
    if (cell === null) return;
    if (both) {
      if (event.buttons !== 0) chord(cell);
      else both = false;
    } else if (event.button === 0) open(cell);
  });
  document.getElementById("face").addEventListener("click", begin);
  window.addEventListener("hashchange", begin);
  setInterval(() => {
    if (!over) document.getElementById("seconds").textContent =
      String(began === null ? 0 : Math.min(Math.floor((Date.now() - began) / 1000), 999)).padStart(3, "0");
  }, 200);
  begin();
})();
