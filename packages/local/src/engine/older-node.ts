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

/** Methods of iterators, as generators over any iterator. */
const ITERATOR_METHODS = {
  *map(this: Iterable<unknown>, change: (item: unknown, at: number) => unknown) {
    let at = 0
    for (const item of this) yield change(item, at++)
  },
  *filter(this: Iterable<unknown>, keeps: (item: unknown, at: number) => unknown) {
    let at = 0
    for (const item of this) if (keeps(item, at++)) yield item
  },
  *flatMap(this: Iterable<unknown>, change: (item: unknown, at: number) => Iterable<unknown>) {
    let at = 0
    for (const item of this) yield* change(item, at++)
  },
  *take(this: Iterable<unknown>, count: number) {
    let taken = 0
    if (count > 0)
      for (const item of this) {
        yield item
        if (++taken >= count) return
      }
  },
  *drop(this: Iterable<unknown>, count: number) {
    let dropped = 0
    for (const item of this) if (dropped++ >= count) yield item
  },
  toArray(this: Iterable<unknown>) {
    return [...this]
  },
  forEach(this: Iterable<unknown>, act: (item: unknown, at: number) => void) {
    for (const [at, item] of [...this].entries()) act(item, at)
  },
  some(this: Iterable<unknown>, fits: (item: unknown, at: number) => unknown) {
    return [...this].some(fits)
  },
  every(this: Iterable<unknown>, fits: (item: unknown, at: number) => unknown) {
    return [...this].every(fits)
  },
  find(this: Iterable<unknown>, fits: (item: unknown, at: number) => unknown) {
    return [...this].find(fits)
  },
  reduce(this: Iterable<unknown>, ...given: [never]) {
    return [...this].reduce(...given)
  },
}

const iteratorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf([][Symbol.iterator]()),
) as Record<string, unknown>
for (const [name, method] of Object.entries(ITERATOR_METHODS)) {
  if (name in iteratorPrototype) continue
  Object.defineProperty(iteratorPrototype, name, {
    value: method,
    writable: true,
    configurable: true,
  })
}
