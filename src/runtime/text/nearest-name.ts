/** Returns the nearest known name within `maxEdits` edits, or `undefined`. */
export const nearestName = (
  name: string,
  known: readonly string[],
  maxEdits: number,
): string | undefined =>
  known
    // The length difference is a lower bound on edits.
    .filter((candidate) => Math.abs(candidate.length - name.length) <= maxEdits)
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((one, other) => one.edits - other.edits)[0]?.candidate

const editDistance = (one: string, other: string): number => {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) =>
      row === 0 ? column : column === 0 ? row : 0,
    ),
  )
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const edits = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + change,
      ]
      if (swapped && row > 1 && column > 1) edits.push(at(row - 2, column - 2) + 1)
      rows[row]?.splice(column, 1, Math.min(...edits))
    }
  }
  return at(one.length, other.length)
}
