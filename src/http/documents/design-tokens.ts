/**
 * Keeps the design tokens of a stylesheet: its `:root` rules, also within media queries. Pages whose
 * elements another library styles take the colours without the rest.
 */
export const tokensOf = (css: string): string =>
  topLevelRules(css.replace(/\/\*[\s\S]*?\*\//g, ''))
    .filter((rule) => /^(?::root|@media[^{]*\{\s*:root)/.test(rule))
    .join('\n\n')

const topLevelRules = (css: string): string[] => {
  const rules: string[] = []
  let [depth, start] = [0, 0]
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) {
      rules.push(css.slice(start, at + 1).trim())
      start = at + 1
    }
  }
  return rules
}
