import { parseSync } from 'oxc-parser'

/** A comment, or a run of `//` lines that belong together. Offsets are UTF-16 units of the source. */
export interface Comment {
  start: number
  end: number
  kind: 'doc' | 'block' | 'lines'
  /** Prose alone: no markers, one line per line of the comment. */
  text: string
}

interface Span {
  start: number
  end: number
  line: boolean
}

/** Instructions to compilers and linters, not prose. */
const DIRECTIVE =
  /^\s*(?:biome-ignore|@ts-|@vite-ignore|@vitest|@jsx|<reference|phpcs:|translators:|Plugin Name|eslint|prettier|<!\[CDATA)/

/** Strings and comments of other languages; the longest alternative comes first. */
const OTHER_TOKENS: Record<string, RegExp> = {
  php: /'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*|#(?!\[)[^\n]*/g,
  css: /\/\*[\s\S]*?\*\//g,
  sql: /'(?:''|[^'])*'|--[^\n]*/g,
  sh: /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|(?<=^|\s)#(?!!)[^\n]*/gm,
}

const spansOf = (file: string, source: string): Span[] => {
  if (/\.(?:[cm]?[jt]s|tsx)$/.test(file)) {
    return parseSync(file, source).comments.map(({ type, start, end }) => ({
      start,
      end,
      line: type === 'Line',
    }))
  }
  const tokens = OTHER_TOKENS[file.split('.').at(-1) ?? '']
  if (tokens === undefined) return []
  return [...source.matchAll(tokens)]
    .filter(([token]) => /^(?:\/[/*]|#|--)/.test(token))
    .map(({ 0: token, index }) => ({
      start: index,
      end: index + token.length,
      line: !token.startsWith('/*'),
    }))
}

const proseOf = (raw: string): string =>
  raw
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\*(?!\*)|\/\/+|#+|--+)?\s?/, '').trimEnd())
    .join('\n')
    .trim()

/**
 * Returns the comments of a source file in order, without directives. Reads TypeScript, JavaScript,
 * PHP, CSS, SQL and shell.
 */
export const commentsOf = (file: string, source: string): Comment[] => {
  const comments: Comment[] = []
  const wholeLine = ({ start }: Span): boolean =>
    source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
  for (const span of spansOf(file, source)) {
    const raw = source.slice(span.start, span.end)
    const text = proseOf(raw)
    const last = comments.at(-1)
    const continues =
      span.line &&
      last?.kind === 'lines' &&
      wholeLine(span) &&
      wholeLine({ ...last, line: true }) &&
      /^\n[ \t]*$/.test(source.slice(last.end, span.start))
    if (DIRECTIVE.test(text) || text === '') continue
    if (continues && last !== undefined) {
      last.end = span.end
      last.text += `\n${text}`
    } else {
      const kind = span.line ? 'lines' : raw.startsWith('/**') ? 'doc' : 'block'
      comments.push({ start: span.start, end: span.end, kind, text })
    }
  }
  return comments
}
