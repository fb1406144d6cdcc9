"""Playing real pages in a real browser: the table of pages, the driver, the reader of screenshots."""
