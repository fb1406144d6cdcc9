// npm minesweeper-for-web: a web component. Its cells stand in a shadow root and are made anew when it likes.
({
  rule: "any",
  flag: "ctrl", // flags, then question marks, then nothing
  board: () =>
    [...document.querySelectorAll("*")].find((one) => one.shadowRoot?.querySelector(".sweeper-box")),
  cells: (board) =>
    [...board.shadowRoot.querySelectorAll(".sweeper-row")].map((row) => [
      ...row.querySelectorAll(".sweeper-field"),
    ]),
  state(cell) {
    const shown = cell.querySelector("use").getAttribute("href"); // the first picture; a second waits for ctrl
    const number = /^#number-(\d)$/.exec(shown);
    const others = {
      "#unopened-square": "H",
      "#question-mark": "H",
      "#flag": "F",
      "#blank": "0",
      "#bomb": "M",
      "#bomb-explode": "M",
      "#flag-missed": "W",
    };
    return number ? number[1] : others[shown];
  },
  mines: (board) => board.bombs,
  restart(board) {
    const selector = board.getAttribute("restart-selector");
    return selector && document.querySelector(selector);
  },
  level(board, rows, columns, bombs) {
    board.setGameModeConfiguration({ columns, rows, bombs });
    return true;
  },
})
