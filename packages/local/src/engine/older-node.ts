import '../../../simulator/src/engine/older-node.ts'

/** What Node 20 lacks of Puente's JavaScript, beside what it lacks of the sandbox's. */
Object.groupBy ??= ((items: Iterable<unknown>, keyOf: (item: unknown, at: number) => string) =>
  Object.fromEntries(Map.groupBy(items, keyOf))) as never

const collected = async (
  items: AsyncIterable<unknown> | Iterable<unknown>,
  change: (item: unknown, at: number) => unknown = (item) => item,
): Promise<unknown[]> => {
  const list: unknown[] = []
  for await (const item of items) list.push(await change(item, list.length))
  return list
}

Array.fromAsync ??= collected as never

/** Amounts have at most 15 significant digits, which a number keeps. */
JSON.rawJSON ??= ((text: string) => Number(text)) as never
