/** One way to ask for something about many inputs at once: an output for each, in their order. */
type RunAll<Query, Input, Output> = (
  query: Query,
  inputs: readonly Input[],
) => Promise<readonly Output[]>

interface Call {
  input: unknown
  resolve: (output: never) => void
  reject: (error: unknown) => void
}

interface Gathering {
  call(run: RunAll<never, never, unknown>, input: unknown): Promise<unknown>
}

const gatherings = new WeakMap<object, Gathering>()

/**
 * Makes a function for one input of one for many. Alone it asks for its one input. Among works that are
 * done `together` in one transaction, it waits until each of them waits, and asks for all inputs
 * at once: a statement then serves a whole set, and each work reads as if it were alone.
 */
export const oneOfMany =
  <Query extends object, Input, Output>(runAll: RunAll<Query, Input, Output>) =>
  async (query: Query, input: Input): Promise<Output> => {
    const gathering = gatherings.get(query)
    if (gathering) return gathering.call(runAll as never, input) as Promise<Output>
    const [output] = await runAll(query, [input])
    return output as Output
  }

/**
 * Does several works in one transaction, each on things of its own, so that they share their statements.
 * When all have ended: their results in order, or the rejection with the first failure.
 */
export const together = async <Query extends object, Result>(
  query: Query,
  works: readonly (() => Promise<Result>)[],
): Promise<Result[]> => {
  let atWork = works.length
  let unanswered = 0
  let isAsking = false
  let failure: { error: unknown } | undefined
  const waiting = new Map<RunAll<never, never, unknown>, Call[]>()

  const ask = async (run: RunAll<never, never, unknown>, calls: readonly Call[]): Promise<void> => {
    const inputs = calls.map(({ input }) => input)
    try {
      const outputs = await run(query as never, inputs as never)
      for (const [index, { resolve }] of calls.entries()) resolve(outputs[index] as never)
    } catch (error) {
      failure ??= { error }
      for (const { reject } of calls) reject(error)
    } finally {
      unanswered -= calls.length
    }
  }

  /** Asks as soon as no work can go on without an answer. */
  const askWhenAllWait = async (): Promise<void> => {
    if (isAsking || waiting.size === 0 || unanswered < atWork) return
    isAsking = true
    const asked = [...waiting]
    waiting.clear()
    // One after another: the transaction has one connection.
    for (const [run, calls] of asked) await ask(run, calls)
    isAsking = false
    await askWhenAllWait()
  }

  gatherings.set(query, {
    call: (run, input) =>
      new Promise((resolve, reject) => {
        const calls = waiting.get(run) ?? []
        calls.push({ input, resolve, reject })
        waiting.set(run, calls)
        unanswered++
        void askWhenAllWait()
      }),
  })
  const results = await Promise.allSettled(
    works.map((work) =>
      work()
        .catch((error) => {
          failure ??= { error }
          throw error
        })
        .finally(() => {
          atWork--
          void askWhenAllWait()
        }),
    ),
  ).finally(() => gatherings.delete(query))
  if (failure) throw failure.error
  return results.map((result) => (result as PromiseFulfilledResult<Result>).value)
}
