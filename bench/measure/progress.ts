/** What goes on, for who waits for a long run; not part of the results. */
export const say = (text: string): void => void process.stderr.write(`  ${text}\n`)
