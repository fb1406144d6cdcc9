// Put behind `const page = …;` of a page file and run in the page: answers one question, and leaves nothing there.
const [question, ...details] = arguments;
const board = page.board();
if (!board) return null;
const cells = page.cells(board);
const centre = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const brought = (element) => {
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return centre(element);
};
const answers = {
  // What the player sees, and where.
  read: () => ({
    rows: cells.map((row) => row.map((cell) => page.state(cell) ?? "?").join("")),
    mines: page.mines?.(board) ?? null,
    over: page.over?.(board) ?? null,
    rule: (typeof page.rule === "function" ? page.rule() : page.rule) ?? "any",
    flag: page.flag ?? null,
    chord: page.chord ?? null,
    first: centre(cells[0][0]),
    last: centre(cells.at(-1).at(-1)),
    window: [innerWidth, innerHeight],
    loaded: performance.timeOrigin, // another number after a reload
    hidden: document.hidden, // behind a window that popped up
  }),
  // Scroll a cell into the window; where it then is.
  cell: (row, col) => (cells[row]?.[col] ? brought(cells[row][col]) : null),
  // The same for what begins a new game.
  restart() {
    const button = page.restart?.(board);
    return button ? brought(button) : null;
  },
  // Set the level: true where that is done, an address to go to, or null where the page has no such thing.
  level: (rows, cols, mines) => page.level?.(board, rows, cols, mines) ?? null,
  // What lies over a cell, if anything does.
  cover(row, col) {
    const top = document.elementFromPoint(...brought(cells[row][col]));
    if (!top || board.contains(top)) return null;
    return top.tagName.toLowerCase() + (top.id ? `#${top.id}` : "") + [...top.classList].map((c) => `.${c}`).join("");
  },
};
return answers[question](...details);
