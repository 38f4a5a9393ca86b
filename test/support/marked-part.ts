/**
 * Replaces what a document has between `<!-- name:begin -->` and `<!-- name:end -->`. Throws if it
 * has no such part.
 */
export const replaceMarkedPart = (
  document: string,
  { name, text }: { name: string; text: string },
): string => {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [before, rest] = document.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`There are no ${name} markers`)
  return `${before}${begin}\n\n${text}\n\n${end}${after}`
}
