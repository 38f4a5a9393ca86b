const markersOf = (name: string) => [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`] as const

const split = (document: string, name: string): [before: string, part: string, after: string] => {
  const [begin, end] = markersOf(name)
  const [before, rest] = document.split(begin)
  const [part, after] = rest?.split(end) ?? []
  if (before === undefined || part === undefined || after === undefined)
    throw new Error(`There are no ${name} markers`)
  return [before, part, after]
}

/** Returns what a document has between `<!-- name:begin -->` and `<!-- name:end -->`; throws without them. */
export const markedPart = (document: string, name: string): string =>
  split(document, name)[1].trim()

/** Replaces that part of a document. */
export const replaceMarkedPart = (
  document: string,
  { name, text }: { name: string; text: string },
): string => {
  const [begin, end] = markersOf(name)
  const [before, , after] = split(document, name)
  return `${before}${begin}\n\n${text}\n\n${end}${after}`
}
