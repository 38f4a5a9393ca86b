/** One call of a gettext function. */
interface GettextCall {
  text: string
  plural?: string
  context?: string
  /** For translators, from the comment before the call. */
  comment?: string
  line: number
}

/** Positions of the arguments: text, plural, context. */
const FUNCTIONS: Readonly<Record<string, { plural?: number; context?: number }>> = {
  __: {},
  _e: {},
  esc_html__: {},
  esc_html_e: {},
  esc_attr__: {},
  esc_attr_e: {},
  _x: { context: 1 },
  _ex: { context: 1 },
  esc_html_x: { context: 1 },
  esc_attr_x: { context: 1 },
  _n: { plural: 1 },
  _nx: { plural: 1, context: 3 },
}

/** WordPress' tools take a comment that ends on the line before the call or on its line. */
const MOST_LINES_BETWEEN = 1

/**
 * Finds the gettext calls of PHP or JavaScript source with the given text domain. Skips calls inside
 * comments and strings. Throws if a text is no literal: translators would never see it.
 */
export const gettextCalls = (source: string, domain: string): GettextCall[] => {
  const calls: GettextCall[] = []
  const tokens = tokensOf(source)
  let comment: { text: string; line: number } | undefined
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'comment') {
      const text = /translators:[\s\S]*/i.exec(token.value)?.[0].replace(/\s*\*\/$/, '')
      if (text) comment = { text: text.replaceAll(/\s*\n\s*\*?\s*/g, ' '), line: token.endLine }
      continue
    }
    const places = token.kind === 'word' ? FUNCTIONS[token.value] : undefined
    if (!places || tokens[index + 1]?.value !== '(' || isDefinition(tokens[index - 1])) continue
    const args = argumentsAfter(tokens, index + 2)
    if (args.at(-1) !== domain) continue
    const [text] = args
    if (text === undefined) throw new Error(`Line ${token.line}: the text is no literal`)
    const call: GettextCall = { text, line: token.line }
    const plural = places.plural === undefined ? undefined : args[places.plural]
    const context = places.context === undefined ? undefined : args[places.context]
    if (plural !== undefined) call.plural = plural
    if (context !== undefined) call.context = context
    if (comment && token.line - comment.line <= MOST_LINES_BETWEEN) call.comment = comment.text
    calls.push(call)
  }
  return calls
}

interface Token {
  kind: 'comment' | 'string' | 'word' | 'sign'
  /** A string without quotes and escapes. */
  value: string
  line: number
  endLine: number
}

const TOKEN =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*|#(?!\[)[^\n]*)|'(?<single>(?:[^'\\]|\\[\s\S])*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)"|`(?:[^`\\]|\\[\s\S])*`|(?<word>[A-Za-z_$][\w$]*)|(?<sign>[^\s])/g

const tokensOf = (source: string): Token[] => {
  const tokens: Token[] = []
  let line = 1
  let from = 0
  for (const match of source.matchAll(TOKEN)) {
    line += newlinesIn(source.slice(from, match.index))
    from = match.index
    const endLine = line + newlinesIn(match[0])
    const { comment, single, double, word, sign } = match.groups ?? {}
    const add = (kind: Token['kind'], value: string) => tokens.push({ kind, value, line, endLine })
    if (comment !== undefined) add('comment', comment)
    else if (single !== undefined) add('string', single.replaceAll(/\\(['\\])/g, '$1'))
    else if (double !== undefined) add('string', unescaped(double))
    else if (word !== undefined) add('word', word)
    else if (sign !== undefined) add('sign', sign)
  }
  return tokens
}

const newlinesIn = (text: string): number => text.split('\n').length - 1

const unescaped = (text: string): string =>
  text.replaceAll(/\\([\s\S])/g, (_, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign)

const isDefinition = (before: Token | undefined): boolean => before?.value === 'function'

/** Returns the arguments of a call: `undefined` for one that is no literal. */
const argumentsAfter = (tokens: readonly Token[], from: number): (string | undefined)[] => {
  const args: (string | undefined)[] = []
  let depth = 0
  let parts: Token[] = []
  const end = () => {
    const isLiteral = parts.length > 0 && parts.every(({ kind }) => kind === 'string')
    args.push(isLiteral ? parts.map(({ value }) => value).join('') : undefined)
    parts = []
  }
  for (const token of tokens.slice(from)) {
    if (token.kind === 'comment') continue
    const sign = token.kind === 'sign' ? token.value : ''
    if (sign === ')' && depth === 0) break
    if (sign === ',' && depth === 0) end()
    // Joins adjacent literals.
    else if (!((sign === '.' || sign === '+') && depth === 0)) parts.push(token)
    if (sign === '(' || sign === '[') depth += 1
    if (sign === ')' || sign === ']') depth -= 1
  }
  if (parts.length > 0) end()
  return args
}
