interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

/** Yields the rows of all pages; reads a page only when the loop arrives there. */
export async function* rowsOf<Row>(
  readPage: (cursor: string | undefined) => Promise<Page<Row>>,
  first?: string,
): AsyncGenerator<Row, void, undefined> {
  let cursor = first
  for (;;) {
    const page = await readPage(cursor)
    yield* page.data
    // A cursor that leads to its own page would never end.
    if (!page.next_cursor || page.next_cursor === cursor) return
    cursor = page.next_cursor
  }
}
