// npm react-minesweeper. Its covered cells carry their numbers and mines in class and text: nothing but the
// class of the cover and of the flag is looked at until a cell is open. Each cell is a mine with some chance,
// so nobody knows how many there are. A 0 opens its four nearest neighbours only.
({
  rule: "any",
  flag: "right",
  chord: "left",
  board: () => document.querySelector("table.minesweeper"),
  cells: (board) =>
    [...board.querySelectorAll(".minesweeper__row")].map((row) => [
      ...row.querySelectorAll(".minesweeper__field"),
    ]),
  state(cell) {
    const has = (name) => cell.classList.contains(`minesweeper__field_${name}`);
    if (has("cloud")) return has("flag") ? "F" : "H";
    return has("bomb") ? "M" : cell.textContent.trim() || "0";
  },
  over(board) {
    const is = (name) => board.classList.contains(`minesweeper_${name}`);
    return is("won") ? "won" : is("lost") ? "lost" : null;
  },
  restart: () => document.querySelector(".minesweeper__restart"),
  level(board, rows, cols, mines) {
    const chance = Math.round((100 * mines) / (rows * cols));
    const wanted = { "fields-vertically": rows, "fields-horizontally": cols, "bomb-chance": chance };
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    for (const [id, value] of Object.entries(wanted)) {
      const input = document.getElementById(id);
      if (!input) return null;
      write.call(input, value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return true;
  },
})
