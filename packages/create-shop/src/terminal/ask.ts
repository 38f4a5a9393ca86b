import { createInterface } from 'node:readline'

export interface Question {
  text: string
  /** Taken for an empty line, and at the end of the input. */
  fallback: string
  choices?: readonly string[]
  /** Returns why an answer cannot be used. */
  refusalOf?(answer: string): string | undefined
}

export interface Asker {
  ask(question: Question): Promise<string>
  close(): void
}

const INTERRUPTED = 130

/** Asks on the terminal; also reads answers from a pipe, one a line. */
export const openAsker = (): Asker => {
  const { stdin: input, stdout: output } = process
  const lines = createInterface({ input, output, terminal: input.isTTY === true })
  lines.on('SIGINT', () => {
    output.write('\n')
    process.exit(INTERRUPTED)
  })
  const answers = lines[Symbol.asyncIterator]()
  return {
    ask: async (question) => {
      for (;;) {
        lines.setPrompt(promptOf(question))
        lines.prompt()
        const { value, done } = await answers.next()
        if (done) {
          output.write('\n')
          return question.fallback
        }
        const answer = value.trim() || question.fallback
        const refusal = refusalOf(question, answer)
        if (refusal === undefined) return answer
        output.write(`  ${refusal}\n`)
      }
    },
    close: () => lines.close(),
  }
}

/** Returns why an answer, from the terminal or an option, cannot be used. */
export const refusalOf = (
  { choices, refusalOf: own }: Question,
  answer: string,
): string | undefined => {
  if (choices && !choices.includes(answer)) return `Give ${choices.join(' or ')}.`
  return own?.(answer)
}

const promptOf = ({ text, choices, fallback }: Question): string => {
  const known = choices ? ` ${choices.join(' or ')}` : ''
  return `${text}${known} (${fallback}): `
}
