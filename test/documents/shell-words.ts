export interface ShellCommand {
  words: string[]
  /** `NAME=value` before the command. */
  settings: string[]
}

/** Joins continued lines and drops comments. */
const TOKEN =
  /(?<comment>(?<=^|\s)#[^\n]*)|(?<end>&&|\|\||[;|\n])|(?<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s;|&'"\\])+)|\s+/g

const unquoted = (word: string): string =>
  word.replaceAll(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
    (_, single, double, escaped) =>
      single ?? (double === undefined ? escaped : double.replaceAll(/\\(["\\$`])/g, '$1')),
  )

/** Keeps variables unexpanded. */
export const commandsIn = (text: string): ShellCommand[] => {
  const commands: ShellCommand[] = []
  let words: string[] = []
  const end = () => {
    const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word))
    const count = first < 0 ? words.length : first
    const rest = words.slice(count)
    const redirected = rest.findIndex((word) => word === '>' || word === '<')
    commands.push({
      settings: words.slice(0, count),
      words: redirected < 0 ? rest : rest.slice(0, redirected),
    })
    words = []
  }
  for (const { groups } of text.replaceAll('\\\n', ' ').matchAll(TOKEN)) {
    if (groups?.end !== undefined) end()
    else if (groups?.word !== undefined) words.push(unquoted(groups.word))
  }
  end()
  return commands.filter((command) => command.words.length > 0)
}

/** Splits a shell block into its statements as they are written, with their quotes and redirections. */
export const statementsIn = (text: string): string[] => {
  const statements: string[] = []
  let statement = ''
  const end = () => {
    if (statement.trim()) statements.push(statement.trim())
    statement = ''
  }
  for (const { 0: token, groups } of text.replaceAll('\\\n', ' ').matchAll(TOKEN)) {
    if (groups?.end !== undefined && token !== '|') end()
    else if (groups?.comment === undefined) statement += token
  }
  end()
  return statements
}
