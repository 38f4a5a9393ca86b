/** Reports progress on stderr, apart from the results. */
export const say = (text: string): void => void process.stderr.write(`  ${text}\n`)
