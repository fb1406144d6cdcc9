// The markup of minesweeperonline.com, which others have taken over, and of the demo page beside Hazard:
// <div class="square blank" id="3_7">, open0 to open8, bombflagged; rows and columns count from 1.
({
  rule: () => document.body.dataset.rule ?? "safe",
  flag: "right",
  chord: "both",
  board: () => document.querySelector("#game .square")?.closest("#game"),
  cells(board) {
    const rows = [];
    for (const cell of board.querySelectorAll(".square")) {
      if (cell.offsetParent === null) continue; // a hidden frame of cells surrounds the board
      const [row, col] = cell.id.split("_").map((part) => Number(part) - 1);
      (rows[row] ??= [])[col] = cell;
    }
    return rows;
  },
  state(cell) {
    const has = (name) => cell.classList.contains(name);
    for (let number = 0; number <= 8; number++) if (has(`open${number}`)) return `${number}`;
    if (has("blank") || has("question")) return "H";
    if (has("bombflagged")) return "F";
    if (has("bombmisflagged")) return "W";
    return has("bombdeath") || has("bombrevealed") ? "M" : undefined;
  },
  mines(board) {
    const digits = ["hundreds", "tens", "ones"].map(
      (place) => /time(-|\d)/.exec(document.getElementById(`mines_${place}`)?.className ?? "")?.[1],
    );
    if (digits.includes(undefined)) return null;
    const left = digits[0] === "-" ? -Number(digits[1] + digits[2]) : Number(digits.join(""));
    return left + board.querySelectorAll(".bombflagged").length; // what the counter shows is what is not flagged
  },
  restart: () => document.getElementById("face"),
  level(board, rows, cols, mines) {
    const named = { "9x9/10": "#beginner", "16x16/40": "#intermediate", "16x30/99": "#" };
    const level = `${rows}x${cols}/${mines}`;
    return location.href.split("#")[0] + (named[level] ?? `#${level}`);
  },
})
