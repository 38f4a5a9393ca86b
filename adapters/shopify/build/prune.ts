import {
  buildClientSchema,
  type DocumentNode,
  getNamedType,
  type IntrospectionNamedTypeRef,
  type IntrospectionQuery,
  type IntrospectionType,
  type IntrospectionTypeRef,
  printSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

type Kept = Map<string, Set<string>>

/**
 * Prunes a schema to what operations use, as SDL without descriptions: selected fields, plain
 * fields beside them, argument types, and all directives.
 */
export const prunedSchema = (
  introspection: IntrospectionQuery,
  documents: readonly DocumentNode[],
): string => {
  const { types, ...rest } = introspection.__schema
  const byName = new Map(types.map((type) => [type.name, type]))
  const kept = selectedFields(introspection, documents)
  keepOneQuery(kept, byName.get(rest.queryType.name))
  keepMembers(kept, byName)
  keepPlainFields(kept, byName, [rest.queryType.name, rest.mutationType?.name ?? ''])
  keepOfInterfaces(kept, byName)
  const inputs = new Set<string>()
  for (const directive of rest.directives) {
    for (const arg of directive.args) keepInput(inputs, byName, namedOf(arg.type))
  }
  for (const [name, fields] of kept) {
    const type = byName.get(name)
    if (!hasFields(type)) continue
    for (const field of type.fields) {
      if (!fields.has(field.name)) continue
      for (const arg of field.args) keepInput(inputs, byName, namedOf(arg.type))
      if (isLeaf(byName.get(namedOf(field.type)))) inputs.add(namedOf(field.type))
    }
  }
  const isKept = (name: string) => kept.has(name) || inputs.has(name)
  const pruned: IntrospectionType[] = types
    .filter(({ name }) => isKept(name))
    .map(cutTo(kept, isKept))
  const schema = buildClientSchema({
    __schema: {
      ...rest,
      types: [...pruned, ...types.filter(({ name }) => name.startsWith('__'))],
      directives: rest.directives.map((directive) => ({
        ...directive,
        description: null,
        args: directive.args.map(undescribed),
      })),
    },
  })
  return `${printSchema(schema)}\n`
}

const selectedFields = (
  introspection: IntrospectionQuery,
  documents: readonly DocumentNode[],
): Kept => {
  const typeInfo = new TypeInfo(buildClientSchema(introspection))
  const kept: Kept = new Map()
  for (const document of documents) {
    visit(
      document,
      visitWithTypeInfo(typeInfo, {
        Field: (node) => {
          const parent = typeInfo.getParentType()
          if (!parent) return
          if (!node.name.value.startsWith('__')) fieldsOf(kept, parent.name).add(node.name.value)
          const type = getNamedType(typeInfo.getType())
          if (type && node.selectionSet) fieldsOf(kept, type.name)
        },
      }),
    )
  }
  return kept
}

const fieldsOf = (kept: Kept, type: string): Set<string> => {
  const fields = kept.get(type) ?? new Set()
  kept.set(type, fields)
  return fields
}

/** Keeps one query field, because GraphQL requires one. */
const keepOneQuery = (kept: Kept, root: IntrospectionType | undefined): void => {
  const first = hasFields(root) ? root.fields[0] : undefined
  if (!root || !first || fieldsOf(kept, root.name).size > 0) return
  fieldsOf(kept, root.name).add(first.name)
  fieldsOf(kept, namedOf(first.type))
}

/** Keeps all members of a union: a session may be in any state. */
const keepMembers = (kept: Kept, byName: Types): void => {
  for (const name of [...kept.keys()]) {
    const type = byName.get(name)
    if (type?.kind === 'UNION') for (const member of type.possibleTypes) fieldsOf(kept, member.name)
  }
}

/** Keeps scalar and enum fields: selecting one more then needs no new schema. */
const keepPlainFields = (kept: Kept, byName: Types, roots: readonly string[]): void => {
  for (const [name, fields] of kept) {
    const type = byName.get(name)
    if (!hasFields(type) || roots.includes(name)) continue
    for (const field of type.fields) {
      const isPlain = isLeaf(byName.get(namedOf(field.type))) && field.args.length === 0
      if (isPlain && !field.isDeprecated) fields.add(field.name)
    }
  }
}

/** Keeps an interface's fields on its types, as GraphQL requires. */
const keepOfInterfaces = (kept: Kept, byName: Types): void => {
  for (const [name, fields] of kept) {
    const type = byName.get(name)
    if (!hasFields(type)) continue
    for (const { name: promised } of type.interfaces ?? []) {
      for (const field of kept.get(promised) ?? []) fields.add(field)
    }
  }
}

const keepInput = (inputs: Set<string>, byName: Types, name: string): void => {
  if (inputs.has(name)) return
  inputs.add(name)
  const type = byName.get(name)
  if (type?.kind !== 'INPUT_OBJECT') return
  for (const field of type.inputFields) keepInput(inputs, byName, namedOf(field.type))
}

const cutTo =
  (kept: Kept, isKept: (name: string) => boolean) =>
  (type: IntrospectionType): IntrospectionType => {
    const fields = kept.get(type.name)
    const bare = { ...type, description: null }
    if (bare.kind === 'OBJECT' || bare.kind === 'INTERFACE') {
      const own = bare.fields.filter(({ name }) => fields?.has(name))
      const cut = {
        fields: own.map((field) => ({ ...undescribed(field), args: field.args.map(undescribed) })),
        interfaces: (bare.interfaces ?? []).filter(({ name }) => isKept(name)),
      }
      return bare.kind === 'OBJECT'
        ? { ...bare, ...cut }
        : { ...bare, ...cut, possibleTypes: bare.possibleTypes.filter(({ name }) => isKept(name)) }
    }
    if (bare.kind === 'UNION') {
      return { ...bare, possibleTypes: bare.possibleTypes.filter(({ name }) => isKept(name)) }
    }
    if (bare.kind === 'ENUM') return { ...bare, enumValues: bare.enumValues.map(undescribed) }
    if (bare.kind === 'INPUT_OBJECT') {
      return { ...bare, inputFields: bare.inputFields.map(undescribed) }
    }
    return bare
  }

type Types = ReadonlyMap<string, IntrospectionType>

const undescribed = <T>(described: T): T => ({ ...described, description: null })

const hasFields = (type: IntrospectionType | undefined) =>
  type?.kind === 'OBJECT' || type?.kind === 'INTERFACE'

const isLeaf = (type: IntrospectionType | undefined): boolean =>
  type?.kind === 'SCALAR' || type?.kind === 'ENUM'

const namedOf = (type: IntrospectionTypeRef | IntrospectionNamedTypeRef): string =>
  type.kind === 'LIST' || type.kind === 'NON_NULL' ? namedOf(type.ofType) : type.name
