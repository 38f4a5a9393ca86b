import '../../../simulator/src/engine/older-node.ts'

/** What Node 20 lacks of Puente's JavaScript, beside what it lacks of the sandbox's. */
Object.groupBy ??= (items, keyOf) =>
  Object.fromEntries(Map.groupBy(items, keyOf)) as ReturnType<typeof Object.groupBy>

const collected = async <T, R>(
  items: AsyncIterable<T> | Iterable<T | PromiseLike<T>> | ArrayLike<T | PromiseLike<T>>,
  change: (item: Awaited<T>, index: number) => R = (item) => item as R,
): Promise<Awaited<R>[]> => {
  const list: Awaited<R>[] = []
  const iterable = Symbol.iterator in items || Symbol.asyncIterator in items ? items : Array.from(items)
  for await (const item of iterable) list.push(await change(item as Awaited<T>, list.length))
  return list
}

Array.fromAsync ??= collected
